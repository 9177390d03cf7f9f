package main

import (
	"errors"
	"syscall"
	"unsafe"
)

// Of <sys/un.h> and <sys/ucred.h>, which package syscall does not have.
const (
	solLocal      = 0
	localPeerCred = 1
	xucredVersion = 0
)

type xucred struct {
	version uint32
	uid     uint32
	ngroups int16
	groups  [16]uint32
}

// peerUser is the user whose process listens at the other end of the socket.
func peerUser(socket int) (int, error) {
	var peer xucred
	size := uint32(unsafe.Sizeof(peer))
	_, _, failure := syscall.Syscall6(syscall.SYS_GETSOCKOPT, uintptr(socket), solLocal, localPeerCred,
		uintptr(unsafe.Pointer(&peer)), uintptr(unsafe.Pointer(&size)), 0)
	if failure != 0 {
		return -1, failure
	}
	if peer.version != xucredVersion {
		return -1, errors.New("the peer's credentials have another version")
	}
	return int(peer.uid), nil
}
