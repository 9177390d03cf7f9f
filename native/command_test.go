package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

var revision = strings.Repeat("a1", 32)

func TestReadCommand(t *testing.T) {
	for _, words := range [][]string{{}, {"node"}, {"node", "p.cjs"}, {"node", "p.cjs", "serve"}, {"", "p.cjs", "hook"}} {
		if _, ok := readCommand(words); ok {
			t.Errorf("%q is no Node command", words)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, row := range []struct {
		words    string
		isClear  bool
		deadline time.Duration
	}{
		{"--agent codex --bundle /b", true, 5 * time.Second},
		{"--agent=codex --deadline=700", true, 700 * time.Millisecond},
		{"--agent neocode", true, 1600 * time.Millisecond},
		{"--agent neocode --deadline 900", true, 900 * time.Millisecond},
		{"--agent nobody", true, 5 * time.Second},
		{"--agent codex --revision " + revision + " --serve never", true, 5 * time.Second},
		{"--agent codex --revision " + revision[1:], false, 5 * time.Second},
		{"--agent codex --serve run", false, 5 * time.Second},
		{"--agent codex --deadline soon", false, 5 * time.Second},
		{"--agent codex --deadline 0", false, 5 * time.Second},
		{"--agent codex --deadline +5", false, 5 * time.Second},
		{"--agent codex --deadline 1000000", false, 5 * time.Second},
		{"--agent codex --deadline 800 --deadline 900", false, 800 * time.Millisecond},
		{"--agent codex more", false, 5 * time.Second},
		{"--agent codex --bundle", false, 5 * time.Second},
		{"--agent codex --bundle=", false, 5 * time.Second},
	} {
		command, _ := readCommand(append([]string{"node", "p.cjs", "hook"}, strings.Fields(row.words)...))
		if command.isClear != row.isClear || command.deadline() != row.deadline {
			t.Errorf("%s: clear %v, deadline %v", row.words, command.isClear, command.deadline())
		}
	}
}

func TestNodeWords(t *testing.T) {
	for _, row := range [][2]string{
		{"--agent codex --deadline 900 --scope repo", "p.cjs hook --agent codex --scope repo --ask-id A --deadline 250"},
		{"--deadline=900 --agent=codex", "p.cjs hook --agent=codex --ask-id A --deadline 250"},
		{"--bundle --deadline --agent codex", "p.cjs hook --bundle --deadline --agent codex --ask-id A --deadline 250"},
		// Node reports what is wrong with these, so nothing is added that could be read as a value.
		{"--agent codex --bundle", "p.cjs hook --agent codex --bundle"},
	} {
		command, _ := readCommand(append([]string{"node", "p.cjs", "hook"}, strings.Fields(row[0])...))
		if words := command.nodeWords("A", 250*time.Millisecond); !slices.Equal(words, strings.Fields(row[1])) {
			t.Errorf("%s: %q", row[0], words)
		}
	}
	command, _ := readCommand([]string{"node", "p.cjs", "hook"})
	if words := command.nodeWords("A", -time.Second); words[len(words)-1] != "1" {
		t.Errorf("no time left: %q", words)
	}
}

func TestWithoutLoaders(t *testing.T) {
	given := []string{"PATH=/bin", "NODE_OPTIONS=x", "NODE_ENV=test", "LD_PRELOAD=x", "DYLD_LIBRARY_PATH=x", "OPENSSL_CONF=x", "NODES=1"}
	if kept := withoutLoaders(given); !slices.Equal(kept, []string{"PATH=/bin", "NODE_ENV=test", "NODES=1"}) {
		t.Errorf("%q", kept)
	}
}
