//go:build unix

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

var errNotOurs = errors.New("the file is not private to this user")

// connectResident connects to the resident process of this program. The folder, the key, the socket and the process behind
// they must all belong to this user, and no other user may have been able to create them.
func connectResident(folder, program string, limit time.Duration) (resident, error) {
	if found, err := os.Lstat(folder); err != nil || !found.IsDir() || !isPrivate(found) {
		return resident{}, errNotOurs
	}
	id, err := programID(program)
	if err != nil {
		return resident{}, err
	}
	socket := folder + "/" + id + ".sock"
	if found, err := os.Lstat(socket); err != nil || found.Mode().Type() != fs.ModeSocket || !isOwn(found) {
		return resident{}, errNotOurs
	}
	key, err := readKey(folder + "/" + id + ".key")
	if err != nil {
		return resident{}, err
	}
	connection, err := connect(socket)
	if err != nil {
		return resident{}, err
	}
	return resident{connection, key}, connection.SetDeadline(time.Now().Add(limit))
}

// connect does without package net, which would double the time that the client takes to start.
func connect(socket string) (*os.File, error) {
	file, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(file)
	if err := connectOwn(file, socket); err != nil {
		syscall.Close(file)
		return nil, err
	}
	return os.NewFile(uintptr(file), socket), nil
}

func connectOwn(file int, socket string) error {
	// Deadlines need it, and connecting to a process that does not accept fails at once.
	if err := syscall.SetNonblock(file, true); err != nil {
		return err
	}
	if err := syscall.Connect(file, &syscall.SockaddrUnix{Name: socket}); err != nil {
		return err
	}
	user, err := peerUser(file)
	if err == nil && user != os.Geteuid() {
		err = errNotOurs
	}
	return err
}

func isOwn(found fs.FileInfo) bool {
	status, ok := found.Sys().(*syscall.Stat_t)
	return ok && int(status.Uid) == os.Geteuid()
}

func isPrivate(found fs.FileInfo) bool {
	return isOwn(found) && found.Mode().Perm()&0o077 == 0
}

// programID identifies a program by its path and content: a project's own copy of policyc never answers for another.
func programID(program string) (string, error) {
	cwd, err := workingFolder()
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(program) {
		program = filepath.Join(cwd, program)
	}
	path, err := filepath.EvalSymlinks(filepath.Clean(program))
	if err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	content := sha256.New()
	if _, err := io.Copy(content, file); err != nil {
		return "", err
	}
	id := sha256.Sum256([]byte(path + "\n" + hex.EncodeToString(content.Sum(nil))))
	return hex.EncodeToString(id[:])[:16], nil
}

func readKey(path string) ([]byte, error) {
	// Without following a link and without blocking on a pipe.
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if found, err := file.Stat(); err != nil || !found.Mode().IsRegular() || !isPrivate(found) {
		return nil, errNotOurs
	}
	text, err := io.ReadAll(io.LimitReader(file, 66))
	if err != nil || len(text) != 65 || !isHex64(string(text[:64])) || text[64] != '\n' {
		return nil, errNotOurs
	}
	return hex.DecodeString(string(text[:64]))
}

// workingFolder is the real one: $PWD, which os.Getwd prefers, may name it by a link.
func workingFolder() (string, error) {
	return syscall.Getwd()
}
