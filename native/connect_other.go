//go:build !unix

package main

import (
	"errors"
	"os"
	"time"
)

// connectResident never connects: there is no way here to see whose the other end is.
func connectResident(string, string, time.Duration) (resident, error) {
	return resident{}, errors.New("no resident process is asked on this system")
}

func workingFolder() (string, error) {
	return os.Getwd()
}
