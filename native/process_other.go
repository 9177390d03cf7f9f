//go:build !unix

package main

import (
	"os"
	"os/exec"
)

func inOwnGroup(*exec.Cmd) {}

func killGroup(process *os.Process) {
	process.Kill()
}

// keepToStdio has nothing to do: here a process inherits only what it is given.
func keepToStdio() {}
