//go:build unix && !linux && !darwin

package main

import "errors"

// peerUser is not known here, so that no resident process is asked.
func peerUser(int) (int, error) {
	return -1, errors.New("this system does not report the peer's user")
}
