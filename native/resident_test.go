package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestReplyIn(t *testing.T) {
	good := `{"stdout":"o","stderr":"e","exitCode":7,"revision":"` + revision + `"}`
	if found, ok := replyIn([]byte(good), revision); !ok || found != (reply{"o", "e", 7}) {
		t.Errorf("%+v %v", found, ok)
	}
	if _, ok := replyIn([]byte(good), ""); !ok {
		t.Error("without a pin any revision is right")
	}
	for _, bad := range []string{
		"", "null", "[]", "{}", good[1:],
		strings.Replace(good, `"o"`, "null", 1),
		strings.Replace(good, `"e"`, "5", 1),
		strings.Replace(good, `"stdout":"o",`, "", 1),
		strings.Replace(good, "7", "256", 1),
		strings.Replace(good, "7", "-1", 1),
		strings.Replace(good, "7", "0.5", 1),
		strings.Replace(good, "7", `"0"`, 1),
		strings.Replace(good, revision, strings.Repeat("0", 64), 1),
		strings.Replace(good, `"revision":"`+revision+`"`, `"x":1`, 1),
		`{"declined":"busy"}`,
		strings.Replace(good, "{", `{"declined":"busy",`, 1),
	} {
		if found, ok := replyIn([]byte(bad), revision); ok {
			t.Errorf("%s: %+v", bad, found)
		}
	}
}

func TestReadAnswer(t *testing.T) {
	head := "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nPolicyc-Proof: ab\r\n\r\n"
	status, proof, body, err := readAnswer(strings.NewReader(head + "body"))
	if status != "200" || proof != "ab" || string(body) != "body" || err != nil {
		t.Errorf("%s %s %s %v", status, proof, body, err)
	}
	for _, bad := range []string{
		"", "HTTP/1.1 200 OK\r\n", head, head + "bod", "HTTP/1.0 200 OK\r\n\r\n",
		"HTTP/1.1 200 OK\r\n\r\nbody",
		strings.Replace(head, "4", "-4", 1),
		strings.Replace(head, "4", "67108865", 1),
		"HTTP/1.1 200 OK\r\nx: " + strings.Repeat("x", lineCap) + "\r\n\r\n",
		"HTTP/1.1 200 OK\r\n" + strings.Repeat("x: y\r\n", 1) + string(bytes.Repeat([]byte("y"), 10)),
	} {
		if _, _, body, err := readAnswer(strings.NewReader(bad)); err == nil {
			t.Errorf("%.60q: %q", bad, body)
		}
	}
}
