package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// call is one question of an agent. It is answered exactly once: by the resident process, by Node or by a refusal.
type call struct {
	command
	// ask is the id of the call: deciding it again under the same id counts once.
	ask         string
	limit       time.Duration
	endsAt      time.Time
	environment []string
	// payload is nil until all of it was read.
	payload atomic.Pointer[[]byte]
	end     sync.Once
	child   child
}

func newCall(command command, started time.Time) *call {
	limit := command.deadline()
	return &call{
		command:     command,
		ask:         randomHex(),
		limit:       limit,
		endsAt:      started.Add(limit),
		environment: withoutLoaders(os.Environ()),
	}
}

func (c *call) left() time.Duration {
	return time.Until(c.endsAt)
}

func (c *call) answer() {
	defer func() {
		if recover() != nil {
			c.refuse("the native client failed")
		}
	}()
	// Even if something hangs, the call ends with an answer.
	time.AfterFunc(c.left(), func() { c.refuse(c.lateness()) })
	c.refuseWhenEnded()
	payload, problem := readPayload(os.Stdin)
	if problem != "" {
		c.refuse(problem)
	}
	c.payload.Store(&payload)
	if answer, ok := c.askResident(payload); ok {
		c.finish(answer)
	}
	answer, problem := c.runNode(payload)
	if problem != "" {
		c.refuse(problem)
	}
	c.finish(answer)
}

// refuseWhenEnded answers even when the agent ends the hook. Without a handler for SIGPIPE a closed stdout would end it
// without an exit code.
func (c *call) refuseWhenEnded() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, os.Interrupt)
	go func() {
		<-ended
		c.refuse("the hook was ended before it could decide")
	}()
}

func (c *call) lateness() string {
	if c.payload.Load() == nil {
		return "the payload cannot be read: stdin was not closed in time"
	}
	return fmt.Sprintf("no decision within %d ms", c.limit.Milliseconds())
}

func (c *call) refuse(problem string) {
	var payload []byte
	if read := c.payload.Load(); read != nil {
		payload = *read
	}
	c.finish(refusalsOf(c.agent()).refusal(payload, os.Getenv, "policyc: "+problem))
}

// finish does not return; a second caller waits here until the process ends.
func (c *call) finish(answer reply) {
	c.end.Do(func() {
		c.child.kill()
		os.Exit(writeReply(answer))
	})
	// Only after a panic in there.
	os.Exit(exitRefused)
}

func randomHex() string {
	var bytes [16]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes[:])
}
