package main

import (
	"os"
	"time"
)

// reply is what the agent gets.
type reply struct {
	Stdout   string `json:"stdout"`
	Stderr   string `json:"stderr"`
	ExitCode int    `json:"exitCode"`
}

// exitRefused is a refusal for most agents, with a text on stderr.
const exitRefused = 2

// A reader that is slower than this is gone.
const writeLimit = time.Second

// writeReply writes the whole reply. It gives the exit code, which refuses when the answer could not be written.
func writeReply(answer reply) int {
	if answer.Stderr != "" {
		writeAll(os.Stderr, answer.Stderr)
	}
	if answer.Stdout == "" || (!isNowhere(os.Stdout) && writeAll(os.Stdout, answer.Stdout)) {
		return answer.ExitCode
	}
	// Codex and Gemini CLI go on after the code alone.
	if answer.Stderr == "" {
		writeAll(os.Stderr, "policyc: the answer could not be written\n")
	}
	return exitRefused
}

// isNowhere is true for the null device, which Go opens instead of a stream that was closed.
func isNowhere(file *os.File) bool {
	found, err := file.Stat()
	if err != nil {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(found, null)
}

func writeAll(file *os.File, text string) bool {
	written := make(chan error, 1)
	go func() {
		_, err := file.WriteString(text)
		written <- err
	}()
	select {
	case err := <-written:
		return err == nil
	case <-time.After(writeLimit):
		return false
	}
}
