package main

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// command is what the client was started with: the Node command that answers without it.
type command struct {
	node    string
	program string
	// words are the options after `hook`, as given.
	words   []string
	options map[string]string
	// isClear is false when the arguments are not plain pairs of options and values. Node then reports what is wrong with them.
	isClear bool
}

const defaultDeadline = 5 * time.Second

func readCommand(words []string) (command, bool) {
	if len(words) < 3 || words[0] == "" || words[1] == "" || words[2] != "hook" {
		return command{}, false
	}
	options, isPlain := readOptions(words[3:])
	made := command{node: words[0], program: words[1], words: words[3:], options: options}
	made.isClear = isPlain && areValid(options)
	return made, true
}

// readOptions reads `--name value` and `--name=value`. Of two values the first counts, as for Node.
func readOptions(words []string) (map[string]string, bool) {
	options := map[string]string{}
	isPlain := true
	for at := 0; at < len(words); at++ {
		name, value, isJoined := strings.Cut(words[at], "=")
		if !strings.HasPrefix(name, "--") {
			isPlain = false
			continue
		}
		if !isJoined {
			at++
			if at < len(words) {
				value = words[at]
			}
		}
		_, isSecond := options[name]
		if value == "" || isSecond {
			isPlain = false
			continue
		}
		options[name] = value
	}
	return options, isPlain
}

func areValid(options map[string]string) bool {
	if text, given := options["--deadline"]; given && readDeadline(text) == 0 {
		return false
	}
	if revision, given := options["--revision"]; given && !isHex64(revision) {
		return false
	}
	folder, given := options["--serve"]
	return !given || folder == never || filepath.IsAbs(folder)
}

// readDeadline reads a number of milliseconds below a million, in plain digits; 0 for anything else.
func readDeadline(text string) time.Duration {
	ms, err := strconv.Atoi(text)
	if err != nil || ms < 1 || ms > 999_999 || strconv.Itoa(ms) != text {
		return 0
	}
	return time.Duration(ms) * time.Millisecond
}

func isHex64(text string) bool {
	return len(text) == 64 && strings.Trim(text, "0123456789abcdef") == ""
}

// deadline is the time the whole call may take.
func (c command) deadline() time.Duration {
	if given := readDeadline(c.options["--deadline"]); given > 0 {
		return given
	}
	if ms, isShorter := deadlines()[c.agent()]; isShorter {
		return time.Duration(ms) * time.Millisecond
	}
	return defaultDeadline
}

func (c command) agent() string {
	return c.options["--agent"]
}

// nodeWords are the arguments of Node: with the id of the call, and the remaining time as --deadline.
func (c command) nodeWords(ask string, left time.Duration) []string {
	words := []string{c.program, "hook"}
	if !c.isClear {
		return append(words, c.words...)
	}
	for at := 0; at < len(c.words); at++ {
		name, _, isJoined := strings.Cut(c.words[at], "=")
		count := 2
		if isJoined {
			count = 1
		}
		if name != "--deadline" {
			words = append(words, c.words[at:at+count]...)
		}
		at += count - 1
	}
	return append(words, "--ask-id", ask, "--deadline", strconv.FormatInt(atLeastOneMs(left), 10))
}

func atLeastOneMs(left time.Duration) int64 {
	return max(1, left.Milliseconds())
}
