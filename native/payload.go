package main

import (
	"fmt"
	"io"
	"unicode/utf8"
)

const (
	// Twice what an event may hold.
	payloadCap = 16 << 20
	// Read to the end all the same up to here: a host whose writing fails may go on without an answer.
	drainedCap = 256 << 20
)

// readPayload reads all of stdin, or returns why it is not a payload.
func readPayload(stdin io.Reader) ([]byte, string) {
	payload, err := io.ReadAll(io.LimitReader(stdin, payloadCap+1))
	if err != nil {
		return nil, "the payload cannot be read: reading stdin failed"
	}
	if len(payload) > payloadCap {
		io.Copy(io.Discard, io.LimitReader(stdin, drainedCap-payloadCap))
		return nil, fmt.Sprintf("the payload is larger than %d bytes", payloadCap)
	}
	if !utf8.Valid(payload) {
		return nil, "the payload cannot be read: it is not UTF-8 text"
	}
	return payload, ""
}
