//go:build unix

package main

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

func inOwnGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func killGroup(process *os.Process) {
	syscall.Kill(-process.Pid, syscall.SIGKILL)
}

// Descriptors above this are not looked for where the system does not list them.
const usualFiles = 1024

// keepToStdio prevents Node from inheriting descriptors that the agent left open.
func keepToStdio() {
	names, err := os.ReadDir("/dev/fd")
	if err != nil {
		for file := 3; file < usualFiles; file++ {
			syscall.CloseOnExec(file)
		}
		return
	}
	for _, name := range names {
		if file, err := strconv.Atoi(name.Name()); err == nil && file > 2 {
			syscall.CloseOnExec(file)
		}
	}
}
