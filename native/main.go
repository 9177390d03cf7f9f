// policyc-hook is the command that an agent runs. It asks policyc's resident process to decide; if that gives no answer it
// runs Node; if that fails it refuses. It has no policy logic. Hosts treat a hook that crashes as approval, so every way
// to fail ends in a refusal in the agent's format.
package main

import (
	"fmt"
	"os"
	"runtime"
	"time"
)

// version is set by the build.
var version = "dev"

const usage = "usage: policyc-hook NODE PROGRAM hook --agent NAME --bundle FOLDER [options of policyc hook]\n"

func main() {
	started := time.Now()
	if len(os.Args) == 2 && os.Args[1] == "--version" {
		fmt.Printf("policyc-hook %s, protocol %d, %s/%s\n", version, protocol, runtime.GOOS, runtime.GOARCH)
		return
	}
	command, ok := readCommand(os.Args[1:])
	if !ok {
		os.Stderr.WriteString(usage)
		os.Exit(exitRefused)
	}
	newCall(command, started).answer()
}
