package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func allRefusals(t *testing.T) map[string]refusals {
	var table map[string]refusals
	if err := json.Unmarshal(refusalTable, &table); err != nil {
		t.Fatal(err)
	}
	return table
}

func noVariable(string) string { return "" }

// A refusal without a text is none for several agents.
func TestUnknownEventsAreRefused(t *testing.T) {
	for agent := range allRefusals(t) {
		for _, payload := range []string{"", "{", "[]", "null", "{}", `{"hook_event_name":7}`, `{"event":"Foo","x":1}`} {
			found := refusalsOf(agent).refusal([]byte(payload), noVariable, "why")
			if found.ExitCode != exitRefused || !strings.Contains(found.Stdout+found.Stderr, "why") {
				t.Errorf("%s, %s: %+v", agent, payload, found)
			}
		}
	}
}

func TestEventOf(t *testing.T) {
	for _, row := range []struct{ agent, payload, variable, event string }{
		{"claude-code", `{"hook_event_name":"PreToolUse"}`, "", "PreToolUse"},
		{"claude-code", "\ufeff" + ` {"hook_event_name":"PreToolUse"} `, "", "PreToolUse"},
		{"nobody", `{"hook_event_name":"PreToolUse"}`, "", "PreToolUse"},
		{"claude-code", `{"Hook_Event_Name":"Notification"}`, "", ""},
		{"claude-code", `{"hook_event_name":"PreToolUse","hook_event_name":"Notification"}`, "", ""},
		{"claude-code", `{"hook_event_name":"Notification"} {}`, "", ""},
		{"claude-code", `{"hook_event_name":"Notification"`, "", ""},
		{"claude-code", `{"x":{"hook_event_name":"Notification"}}`, "", ""},
		{"claude-code", `{"hook_event_name":null}`, "", ""},
		{"cline", `{"hookName":"tool_call"}`, "", "tool_call"},
		{"goose", `{"event":"Stop"}`, "", "Stop"},
		{"windsurf", `{"agent_action_name":"pre_run_command"}`, "", "pre_run_command"},
		{"neocode", `{"point":"before_tool_call"}`, "", "before_tool_call"},
		{"codex-runtime", `{"phase":"PreToolUse"}`, "", "PreToolUse"},
		{"copilot-cli", `{"sessionId":"s","toolName":"bash"}`, "permissionRequest", "permissionRequest"},
		{"copilot-cli", `{"sessionId":"s","toolName":"bash"}`, "", "preToolUse"},
		{"copilot-cli", `{"sessionId":"s","toolName":"bash"}`, "sessionStart", "preToolUse"},
		{"copilot-cli", `{"sessionId":"s","toolName":"bash","error":null}`, "postToolUse", "preToolUse"},
		{"copilot-cli", `{"sessionId":"s","toolName":"bash","toolResult": null}`, "", "preToolUse"},
		{"copilot-cli", `{"sessionId":"s","toolName":"bash","toolResult":""}`, "", "postToolUse"},
		{"copilot-cli", `{"sessionId":"s","source":"new"}`, "sessionStart", "sessionStart"},
		{"copilot-cli", `{"hook_event_name":"PreToolUse","tool_name":"bash"}`, "notification", "PreToolUse"},
		{"antigravity", `{"toolCall":{}}`, "", "PreToolUse"},
		{"antigravity", `{"toolCall":{},"error":null}`, "", "PreToolUse"},
		{"antigravity", `{"toolCall":{},"error":""}`, "", "PostToolUse"},
		{"antigravity", `{"toolCall":{},"error":7}`, "", ""},
		{"antigravity", `{"terminationReason":"x"}`, "", "Stop"},
	} {
		variable := func(string) string { return row.variable }
		if event := refusalsOf(row.agent).eventOf(fieldsOf([]byte(row.payload)), variable); event != row.event {
			t.Errorf("%s, %s: %q", row.agent, row.payload, event)
		}
	}
}

// Messages go into JSON as they are.
func TestRefusalsAreWhole(t *testing.T) {
	for agent, table := range allRefusals(t) {
		for _, row := range append(table.Replies, eventsReply{reply: table.Unknown}) {
			if strings.HasPrefix(row.Stdout, "{") && !json.Valid([]byte(row.Stdout)) {
				t.Errorf("%s: %s is no JSON", agent, row.Stdout)
			}
		}
		if len(table.ExitCodes) < 2 || len(table.EventFrom) == 0 || len(table.Replies) == 0 {
			t.Errorf("%s: %+v", agent, table)
		}
	}
}
