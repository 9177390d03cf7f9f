package main

import "syscall"

// peerUser is the user whose process listens at the other end of the socket.
func peerUser(socket int) (int, error) {
	peer, err := syscall.GetsockoptUcred(socket, syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	if err != nil {
		return -1, err
	}
	return int(peer.Uid), nil
}
