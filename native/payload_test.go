package main

import (
	"errors"
	"io"
	"strings"
	"testing"
)

type endless struct{ left int }

func (e *endless) Read(piece []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	count := min(len(piece), e.left)
	e.left -= count
	return count, nil
}

func TestReadPayload(t *testing.T) {
	if payload, problem := readPayload(strings.NewReader(`{"a":"ü"}`)); string(payload) != `{"a":"ü"}` || problem != "" {
		t.Errorf("%q %q", payload, problem)
	}
	if _, problem := readPayload(strings.NewReader("{\"\xff\":1}")); !strings.Contains(problem, "not UTF-8") {
		t.Error(problem)
	}
	broken := io.MultiReader(strings.NewReader("{"), &failing{})
	if _, problem := readPayload(broken); !strings.Contains(problem, "broke off") {
		t.Error(problem)
	}
	large := &endless{50_000_000}
	if _, problem := readPayload(large); !strings.Contains(problem, "larger than 16777216 bytes") || large.left != 0 {
		t.Errorf("%q, %d bytes were not read", problem, large.left)
	}
	huge := &endless{1 << 30}
	if _, problem := readPayload(huge); problem == "" || huge.left < 1<<29 {
		t.Errorf("%q, %d bytes were not read", problem, huge.left)
	}
}

type failing struct{}

func (*failing) Read([]byte) (int, error) { return 0, errors.New("gone") }
