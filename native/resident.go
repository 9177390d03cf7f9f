package main

import (
	"encoding/json"
	"os"
	"strings"
	"time"
)

const (
	protocol = 1
	never    = "never"
	headCap  = 256 << 10
	// The resident process gets this much less time than the client waits, for the way back.
	askMargin = 100 * time.Millisecond
)

// askHead is the first line of a question; the payload follows as it came.
type askHead struct {
	Protocol    int               `json:"protocol"`
	Ask         string            `json:"ask"`
	Words       []string          `json:"words"`
	Cwd         string            `json:"cwd"`
	Environment map[string]string `json:"environment"`
	LimitMs     int64             `json:"limitMs"`
}

// askAnswer has pointers to distinguish missing fields from empty ones.
type askAnswer struct {
	Stdout   *string `json:"stdout"`
	Stderr   *string `json:"stderr"`
	ExitCode *int    `json:"exitCode"`
	Revision *string `json:"revision"`
	Declined *string `json:"declined"`
}

// runFolder is where a resident process may listen; blank when none is to be asked.
func (c *call) runFolder() string {
	_, isCaptured := c.options["--capture"]
	folder, isGiven := c.options["--serve"]
	if !c.isClear || isCaptured || folder == never || os.Getenv("POLICYC_RESIDENT") == never {
		return ""
	}
	if isGiven {
		return folder
	}
	home := os.Getenv("HOME")
	if !strings.HasPrefix(home, "/") {
		return ""
	}
	return home + "/.policyc/run"
}

// askResident gives false where Node has to decide: there is no resident process, or there is any doubt about it.
func (c *call) askResident(payload []byte) (reply, bool) {
	folder := c.runFolder()
	if folder == "" {
		return reply{}, false
	}
	half := c.left() / 2
	connection, err := connectResident(folder, c.program, half)
	if err != nil {
		return reply{}, false
	}
	defer connection.Close()
	head, err := c.headLine(half)
	if err != nil || len(head) > headCap {
		return reply{}, false
	}
	body, err := connection.exchange(append(append(head, '\n'), payload...))
	if err != nil {
		return reply{}, false
	}
	return replyIn(body, c.options["--revision"])
}

func (c *call) headLine(half time.Duration) ([]byte, error) {
	cwd, err := workingFolder()
	if err != nil {
		return nil, err
	}
	environment := map[string]string{}
	for _, entry := range c.environment {
		name, value, _ := strings.Cut(entry, "=")
		environment[name] = value
	}
	return json.Marshal(askHead{
		Protocol:    protocol,
		Ask:         c.ask,
		Words:       c.words,
		Cwd:         cwd,
		Environment: environment,
		LimitMs:     atLeastOneMs(half - askMargin),
	})
}

// replyIn reads an answer that is proven to be the resident's; `pin` is the revision it must be of, if there is one.
func replyIn(body []byte, pin string) (reply, bool) {
	var answer askAnswer
	if json.Unmarshal(body, &answer) != nil || answer.Declined != nil {
		return reply{}, false
	}
	if answer.Stdout == nil || answer.Stderr == nil || answer.ExitCode == nil || answer.Revision == nil {
		return reply{}, false
	}
	if *answer.ExitCode < 0 || *answer.ExitCode > 255 || (pin != "" && pin != *answer.Revision) {
		return reply{}, false
	}
	return reply{Stdout: *answer.Stdout, Stderr: *answer.Stderr, ExitCode: *answer.ExitCode}, true
}
