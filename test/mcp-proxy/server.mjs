// A small MCP server on the official SDK, for the proxy to stand before. It talks a lot on stderr, and on demand it
// misbehaves.

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

const text = (words, more = {}) => ({ content: [{ type: "text", text: words }], ...more });

const tools = {
  echo: async ({ text: words }) => text(`echo: ${words}`),
  secret: async () => text("the key is AKIAABCDEFGHIJKLMNOP"),
  structured: async () => {
    const structuredContent = { key: "AKIAABCDEFGHIJKLMNOP", n: 1 };
    return text(JSON.stringify(structuredContent), { structuredContent });
  },
  broken: async () => text("it went wrong", { isError: true }),
  environment: async ({ name }) => text(process.env[name] ?? "unset"),
  sample: async () => {
    const { content } = await server.createMessage({
      messages: [{ role: "user", content: { type: "text", text: "2+2?" } }],
      maxTokens: 10,
    });
    return text(`the model says ${content.text}`);
  },
  slow: async (_, { signal, sendNotification, _meta }) => {
    for (let progress = 1; progress <= 3; progress++)
      await sendNotification({
        method: "notifications/progress",
        params: { progressToken: _meta.progressToken, progress, total: 3 },
      });
    await new Promise((done) => signal.addEventListener("abort", done));
    process.stderr.write("cancelled: slow\n");
    return text("too late");
  },
  garbage: async () => {
    process.stdout.write("this is no JSON\n");
    return text("after the garbage");
  },
  crash: async () => process.exit(7),
};

const server = new Server(
  { name: "small", version: "1.0.0" },
  { capabilities: { tools: {}, prompts: {}, resources: {}, logging: {} } },
);
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })),
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) =>
  tools[params.name](params.arguments ?? {}, extra),
);
server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: [{ name: "greet" }] }));
server.setRequestHandler(GetPromptRequestSchema, async () => ({
  messages: [{ role: "user", content: { type: "text", text: "hello" } }],
}));
server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: [{ uri: "mem://a", name: "a" }] }));
server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => ({
  contents: [{ uri: params.uri, text: "resource" }],
}));
process.stderr.write("noise on stderr\n");
await server.connect(new StdioServerTransport());
