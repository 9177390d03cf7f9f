// Host names in prose, without `https://`: `evil.com/a`, `10.0.0.1:8080`. Text is full of other words that contain dots
// (`README.md`, `user.id`, `e.g.`), so a bare name counts only if it ends like a host name.

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Top-level domains. Country codes that more often end a file name or an identifier (`md`, `py`, `id`, `is`) are left out. */
const endings = words(
  "com org net edu gov mil int info biz app dev page cloud xyz site online top tech store shop space live link click pro website world zone wiki blog agency systems network services digital icu buzz fun club life today host press team onion internal localhost lan " +
    "ac ad ae af ag ai al am ao ar au aw az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw bz ca cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gt gu gw gy hk hn hr ht hu ie il im io iq ir it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pn pr pt pw qa re ro ru rw sa sb sc sd se sg si sk sl sm sn sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw",
);

/** File extensions that are no top-level domain, whatever follows: `Next.js/React`, `a.ts:12`. */
const kinds = words(
  "js ts jsx tsx mjs cjs json yml yaml toml html htm css scss txt xml csv lock conf cfg ini env log java swift php sql cpp hpp vue pdf png jpg svg",
);

const found =
  /(?<![\p{L}\p{N}@._-])(?<!(?<!\/)\/)((?:[\p{L}\p{N}_-]+\.)+([\p{L}\p{N}-]+)|localhost)\.?(:\d|\/(?=[^\s.,;:!?)]|\s|$))?/giu;

/** A possible host: `a.com`, `a.md/x`, `localhost:80`, `127.0.0.1`. */
export function possibleHosts(text: string): readonly string[] {
  return [...text.matchAll(found)].flatMap(([, name = "", last = "localhost", after = ""]) =>
    isHost(name, last.toLowerCase(), after) ? [name] : [],
  );
}

function isHost(name: string, ending: string, after: string): boolean {
  if (name === ending) return after !== "";
  if (/^\d+$/.test(ending)) return /^(?:\d+\.){3}\d+$/.test(name);
  // A path makes it a URL; what looks like a port may be a line number.
  if (endings.has(ending) || ending.startsWith("xn--")) return true;
  return after === "/" && /^\p{L}{2,}$/u.test(ending) && !kinds.has(ending);
}
