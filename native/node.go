package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// child is the Node process, if there is one.
type child struct {
	mutex   sync.Mutex
	process *os.Process
	isOver  bool
}

// start starts the command, unless the call has been answered meanwhile.
func (c *child) start(command *exec.Cmd) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.isOver {
		return errors.New("the call is over")
	}
	if err := command.Start(); err != nil {
		return err
	}
	c.process = command.Process
	return nil
}

// forget releases a process that has ended: its id may be reused.
func (c *child) forget() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.process = nil
}

// kill ends the process and its children, and prevents another start.
func (c *child) kill() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.isOver = true
	if c.process != nil {
		killGroup(c.process)
	}
}

// Node gets this much less than the remaining time, so that its own, more detailed refusal is written before it is killed.
const nodeMargin = 200 * time.Millisecond

func forNode(left time.Duration) time.Duration {
	return max(left-nodeMargin, left/2)
}

// runNode lets Node decide. Its answer is written only when it has ended well: half of one would be read as none.
func (c *call) runNode(payload []byte) (reply, string) {
	var stdout, stderr boundedBuffer
	command := exec.Command(c.node, c.nodeWords(c.ask, forNode(c.left()))...)
	command.Env = c.environment
	command.Stdin = bytes.NewReader(payload)
	command.Stdout = &stdout
	command.Stderr = &stderr
	inOwnGroup(command)
	keepToStdio()
	if err := c.child.start(command); err != nil {
		return reply{}, "Node could not be started"
	}
	err := command.Wait()
	code := command.ProcessState.ExitCode()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return reply{}, "the answer from Node could not be read"
	}
	// Node exits with 1 when it finds no program or meets an exception, and agents then proceed.
	if !slices.Contains(refusalsOf(c.agent()).ExitCodes, code) {
		return reply{}, "the hook did not run; see policyc install --doctor"
	}
	c.child.forget()
	return reply{Stdout: stdout.String(), Stderr: stderr.String(), ExitCode: code}, ""
}

const answerCap = 64 << 20

// boundedBuffer is full at some point.
type boundedBuffer struct{ bytes.Buffer }

func (b *boundedBuffer) Write(piece []byte) (int, error) {
	if b.Len()+len(piece) > answerCap {
		return 0, errors.New("the answer is too large")
	}
	return b.Buffer.Write(piece)
}
