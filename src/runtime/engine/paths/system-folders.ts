// Folders of the operating system, for `is system`: folded, absolute, everything below them included.
// Temporary folders below /var are not here: agents write there all day.

/** Folders that hold the homes or the data of everybody: they count themselves, not each thing in them. */
export const folderRoots: readonly string[] = [
  "/home",
  "/users",
  "/var",
  "/private",
  "/private/var",
  "/mnt",
  "/media",
  "/volumes",
];

export const systemFolders: readonly string[] = [
  "/bin",
  "/boot",
  "/dev",
  "/etc",
  "/lib",
  "/lib32",
  "/lib64",
  "/opt",
  "/proc",
  "/run",
  "/sbin",
  "/srv",
  "/sys",
  "/usr",
  "/var/cache",
  "/var/lib",
  "/var/log",
  "/var/mail",
  "/var/run",
  "/var/spool",
  "/var/www",
  "/applications",
  "/library",
  "/system",
  "/private/etc",
  "/private/var/db",
  "/private/var/log",
  "c:/windows",
  "c:/program files",
  "c:/program files (x86)",
  "c:/programdata",
];
