// Long texts in quotes and here-documents are data: they count towards no limit, and nothing that runs hides behind one.
import { describe, expect, it } from "vitest";
import { readCommand } from "../../src/shell/interp/read.ts";
import { withoutData } from "../../src/shell/syntax/plain-data.ts";

const read = (text: string) => readCommand(text, { home: "/home/dev", shell: "bash", programs: {} });
const programs = (text: string) => read(text).calls.map(({ program }) => program.text);
const prose = "The fox; it's `here` (not [there] {a,b} && $(git push --force) <<X \"so\n".repeat(700);

describe("here-documents that are data", () => {
  it.each([
    ["in single quotes", `cat > notes.md <<'EOF'\n${prose}EOF\ngit status`],
    ["in double quotes", `cat > notes.md <<"EOF"\n${prose}EOF\ngit status`],
    ["with a backslash", `cat > notes.md <<\\EOF\n${prose}EOF\ngit status`],
    ["with tabs", `cat > notes.md <<-'EOF'\n${prose}\t\tEOF\ngit status`],
    ["after quotes and a comment", `cat > "my notes.md" <<'EOF' # it's "here\n${prose}EOF\ngit status`],
    ["that expand nothing", `cat > notes.md <<EOF\n${"a b (c [d;\n".repeat(4_000)}EOF\ngit status`],
    ["with options in quotes", `git log --format="%h (%s" 'a;b' && cat <<'EOF' > notes.md\n${prose}EOF\ngit status`],
    ["below a folder", `cd docs && cat <<'EOF' > $OUT\n${prose}EOF\ngit status`],
  ])("a long one %s is read", (_, text) => {
    expect(read(text).unreadable).toEqual([]);
    expect(programs(text).slice(-2)).toEqual(["cat", "git"]);
  });

  it.each([
    ["in a message", `git commit -m "$(cat <<'EOF'\n${prose}EOF\n)" && git status`],
    ["in a message with more", `gh pr create --title x --body "Why: $(cat <<-"E"\n${prose}\tE\n) (so)"; git status`],
  ])("a long one %s is read", (_, text) => {
    expect(read(text).unreadable).toEqual([]);
    expect(programs(text)).toEqual(["cat", text.slice(0, text.indexOf(" ")), "git"]);
  });

  it("two on one line have each their own end", () => {
    const half = prose.slice(0, 25_000);
    const text = `cat <<'EOF' - <<'EOF'\n${half}\nEOF\n${half}\nEOF\ngit status`;
    expect(read(text).unreadable).toEqual([]);
    expect(programs(text)).toEqual(["cat", "git"]);
    expect(withoutData("a <<'E' <<'E'\none\nE\ntwo\nE\nb")).toBe("a <<'E' <<'E'\nE\nE\nb");
  });

  it.each([
    ["a shell reads it", `bash <<'EOF'\n${"git push\n".repeat(3_000)}EOF\n`],
    ["it expands commands", `cat <<EOF\n${"$(git push)\n".repeat(4_000)}EOF\n`],
    ["it never ends", `cat <<'EOF'\n${"(".repeat(20_000)}`],
    ["it stands in quotes", `echo "<<'EOF'"\n${"$(".repeat(20_000)}\nEOF\n`],
    ["it stands in a comment", `echo # <<'EOF'\n${"$(".repeat(20_000)}\nEOF\n`],
    ["it is a shift", `echo $((1<<'EOF'\n${"(".repeat(20_000)}\nEOF\n))`],
    ["it is a word of an array", `a=(b <<'EOF'\n${"(".repeat(20_000)}\nEOF\n)`],
    ["it is no message", `echo "$(sh <<'EOF'\n${"$(".repeat(20_000)}\nEOF\n)"`],
    ["a message goes on", `echo "$(cat <<'EOF'\na\nEOF\n${"$(".repeat(20_000)})"`],
    ["the name ends elsewhere", `cat <<'EOF'"X"\n${"(".repeat(20_000)}\nEOF\nEOFX\n`],
    ["more comes after it", `cat <<'EOF'\na\nEOF\n${"$(".repeat(20_000)}`],
  ])("still counts when %s", (_, text) => {
    expect(read(text).unreadable.join()).toMatch(/limit/);
  });

  it.each([
    ["single", `gh pr create --body '${"a (b [c; $(d) | e\n".repeat(3_000)}'; git status`],
    ["double", `gh pr create --body "${"a (b [c; d | e 'f\n".repeat(3_000)}"; git status`],
  ])("a long text in %s quotes is read", (_, text) => {
    expect(read(text).unreadable).toEqual([]);
    expect(programs(text)).toEqual(["gh", "git"]);
  });

  it.each([
    ["substitutions in quotes", `echo "${"$(a)".repeat(5_000)}"`],
    ["variables in quotes", `echo "${"$x-".repeat(20_000)}"`],
    ["a shell that is given quotes", `bash -c '${"$(".repeat(20_000)}'`],
    ["quotes that do not end", `echo '${"$(".repeat(20_000)}`],
    ["escaped quotes", `echo \\'${"$(".repeat(20_000)}'`],
  ])("still counts %s", (_, text) => {
    expect(read(text).unreadable.join()).toMatch(/limit/);
  });

  it("finds what runs after one", () => {
    expect(withoutData("cat <<'E'\nrm -rf /\nE\nls")).toBe("cat <<'E'\nE\nls");
    expect(withoutData("cat <<E\n$(ls)\nE\nls")).toBe("cat <<E\n$(ls)\nE\nls");
    expect(withoutData("a 'b c' \"d e\" \"$f\" $'g h'\ni")).toBe("a '' \"\" \"$f\" $'g h'\ni");
    expect(withoutData("a \\<<'E'\nb\nE\n")).toBe("a \\<<''\nb\nE\n");
  });
});
