package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"io"
	"slices"
	"strings"
)

// Both are generated out of src/hosts; see README.md. Two files, because every call needs the second, and few the first.
var (
	//go:embed refusals.json
	refusalTable []byte
	//go:embed deadlines.json
	deadlineTable []byte
)

// deadlines lists the agents with a shorter limit than the default, in milliseconds.
func deadlines() (table map[string]int) {
	if err := json.Unmarshal(deadlineTable, &table); err != nil {
		panic(err)
	}
	return table
}

// refusals describe how to refuse in one agent's format.
type refusals struct {
	// ExitCodes are those that Node answers with; all others are its failure.
	ExitCodes []int       `json:"exitCodes"`
	EventFrom []eventSign `json:"eventFrom"`
	// Unknown is the reply when the event is not known.
	Unknown reply         `json:"unknown"`
	Replies []eventsReply `json:"replies"`
}

// eventSign names the field with the event's name, in payloads with these fields.
type eventSign struct {
	Has   []string `json:"has"`
	Lacks []string `json:"lacks"`
	// Texts are fields that hold a text.
	Texts []string `json:"texts"`
	// One of three: the field that holds the name, the variable that does, or the name itself.
	Field    string `json:"field"`
	Variable string `json:"variable"`
	Event    string `json:"event"`
	// Only is the one name that the variable may hold; blank: any.
	Only string `json:"only"`
}

type eventsReply struct {
	Events []string `json:"events"`
	reply
}

const (
	// mostLikely is the agent whose format is used for names that are not in the table: several agents copy it.
	mostLikely = "claude-code"
	// placeholder is where the message goes. Messages are such that they need no escapes in JSON.
	placeholder = "@MESSAGE@"
)

func refusalsOf(agent string) refusals {
	var table map[string]refusals
	if err := json.Unmarshal(refusalTable, &table); err != nil {
		panic(err)
	}
	if found, ok := table[agent]; ok {
		return found
	}
	return table[mostLikely]
}

// refusal is written in the agent's format, for the event that the payload is about. Where that event holds nothing up, it
// is what lets the agent go on.
func (r refusals) refusal(payload []byte, variable func(string) string, message string) reply {
	found := r.replyTo(r.eventOf(fieldsOf(payload), variable))
	return reply{
		Stdout:   strings.ReplaceAll(found.Stdout, placeholder, message),
		Stderr:   strings.ReplaceAll(found.Stderr, placeholder, message),
		ExitCode: found.ExitCode,
	}
}

func (r refusals) replyTo(event string) reply {
	for _, row := range r.Replies {
		if slices.Contains(row.Events, event) {
			return row.reply
		}
	}
	return r.Unknown
}

// eventOf is the name of the event, blank when the payload has none.
func (r refusals) eventOf(fields map[string]json.RawMessage, variable func(string) string) string {
	for _, sign := range r.EventFrom {
		if !sign.fits(fields) {
			continue
		}
		if name := sign.name(fields, variable); name != "" {
			return name
		}
	}
	return ""
}

func (s eventSign) fits(fields map[string]json.RawMessage) bool {
	// Null means nothing: a call whose result is null has not been made yet.
	isThere := func(name string) bool {
		value, ok := fields[name]
		return ok && string(value) != "null"
	}
	isText := func(name string) bool {
		return textOf(fields[name]) != nil
	}
	isMissing := func(name string) bool { return !isThere(name) }
	return fields != nil && all(s.Has, isThere) && all(s.Texts, isText) && all(s.Lacks, isMissing)
}

func (s eventSign) name(fields map[string]json.RawMessage, variable func(string) string) string {
	if s.Variable != "" {
		name := variable(s.Variable)
		if s.Only != "" && name != s.Only {
			return ""
		}
		return name
	}
	if s.Field == "" {
		return s.Event
	}
	if text := textOf(fields[s.Field]); text != nil {
		return *text
	}
	return ""
}

func all(names []string, holds func(string) bool) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !holds(name) })
}

func textOf(value json.RawMessage) *string {
	var text *string
	if json.Unmarshal(value, &text) != nil {
		return nil
	}
	return text
}

// fieldsOf gives the fields of a payload that is one JSON object in which no field is given twice; nil for any other.
func fieldsOf(payload []byte) map[string]json.RawMessage {
	decoder := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(payload, []byte("\ufeff"))))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil
	}
	fields := map[string]json.RawMessage{}
	for decoder.More() {
		key, err := decoder.Token()
		name, isText := key.(string)
		if _, isSecond := fields[name]; err != nil || !isText || isSecond {
			return nil
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return nil
		}
		fields[name] = value
	}
	if _, err := decoder.Token(); err != nil {
		return nil
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil
	}
	return fields
}
