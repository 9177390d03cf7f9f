package main

import (
	"runtime"
	"strings"
)

// Variables that load code into a process or change how it checks certificates. An agent's project must not choose them.
var loaderPrefixes = []string{"NODE_", "LD_", "DYLD_", "OPENSSL_"}

func withoutLoaders(environment []string) []string {
	kept := make([]string, 0, len(environment))
	for _, entry := range environment {
		name, _, _ := strings.Cut(entry, "=")
		if !isLoader(name) {
			kept = append(kept, entry)
		}
	}
	return kept
}

func isLoader(name string) bool {
	if runtime.GOOS == "windows" {
		name = strings.ToUpper(name)
	}
	if name == "NODE_ENV" {
		return false
	}
	for _, prefix := range loaderPrefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
