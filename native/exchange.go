package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// resident is a connection to the resident process, for one question.
type resident struct {
	*os.File
	key []byte
}

var errAnswer = errors.New("the answer does not come from the resident process")

// exchange sends the body and gives the body of the answer, once the other side has proven to have the key.
func (r resident) exchange(body []byte) ([]byte, error) {
	nonce := randomHex()
	if _, err := r.Write(r.question(nonce, body)); err != nil {
		return nil, err
	}
	status, proof, answer, err := readAnswer(r)
	if err != nil {
		return nil, err
	}
	if !hmac.Equal([]byte(proof), []byte(r.proof("policyc answer\n"+nonce+"\n"+status+"\n", answer))) || status != "200" {
		return nil, errAnswer
	}
	return answer, nil
}

// question is in one piece: the other side may answer and close before a second one is written.
func (r resident) question(nonce string, body []byte) []byte {
	hash := sha256.Sum256(body)
	bodyHash := hex.EncodeToString(hash[:])
	proof := r.proof("policyc ask\n"+nonce+"\nPOST /ask\n"+bodyHash, nil)
	head := fmt.Sprintf("POST /ask HTTP/1.1\r\n"+
		"host: policyc\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"+
		"policyc-nonce: %s\r\npolicyc-body: %s\r\npolicyc-proof: %s\r\n\r\n", len(body), nonce, bodyHash, proof)
	return append([]byte(head), body...)
}

func (r resident) proof(text string, body []byte) string {
	sum := hmac.New(sha256.New, r.key)
	io.WriteString(sum, text)
	sum.Write(body)
	return hex.EncodeToString(sum.Sum(nil))
}

const (
	lineCap    = 16 << 10
	headersCap = 64
)

// readAnswer reads one HTTP answer with a content length; the resident process sends no other kind.
func readAnswer(from io.Reader) (status, proof string, body []byte, err error) {
	reader := bufio.NewReaderSize(from, lineCap)
	first, err := readLine(reader)
	if err != nil || !strings.HasPrefix(first, "HTTP/1.1 ") {
		return "", "", nil, errAnswer
	}
	status, _, _ = strings.Cut(first[len("HTTP/1.1 "):], " ")
	headers, err := readHeaders(reader)
	if err != nil {
		return "", "", nil, err
	}
	length, err := strconv.Atoi(headers["content-length"])
	if err != nil || length < 0 || length > answerCap {
		return "", "", nil, errAnswer
	}
	body = make([]byte, length)
	_, err = io.ReadFull(reader, body)
	return status, headers["policyc-proof"], body, err
}

func readHeaders(reader *bufio.Reader) (map[string]string, error) {
	headers := map[string]string{}
	for len(headers) < headersCap {
		line, err := readLine(reader)
		if err != nil || line == "" {
			return headers, err
		}
		name, value, _ := strings.Cut(line, ":")
		headers[strings.ToLower(name)] = strings.TrimSpace(value)
	}
	return nil, errAnswer
}

func readLine(reader *bufio.Reader) (string, error) {
	line, err := reader.ReadSlice('\n')
	if err != nil {
		return "", err
	}
	return strings.TrimRight(string(line), "\r\n"), nil
}
