// What makes a service of this machine reachable from outside.

import type { KindRows } from "./kind-row.ts";

export const tunnels: KindRows = {
  ngrok: { "opens-tunnel": ["( http | tcp | tls | start | tunnel | service )"] },
  cloudflared: { "opens-tunnel": ["( tunnel | access )", "--url=*"] },
  "lt localtunnel": { "opens-tunnel": [""] },
  "bore zrok tunnelmole tmole pagekite": { "opens-tunnel": ["( local | share | reserve | * )"] },
  "frpc rathole chisel gost inlets inletsctl loophole expose beeceptor": { "opens-tunnel": [""] },
  tailscale: {
    "opens-tunnel": [
      "( funnel | serve )",
      "up --advertise-routes",
      "up --advertise-exit-node",
      "set --advertise-routes",
    ],
    "grants-access": ["( up | set ) --ssh"],
  },
  "code code-insiders cursor": { "opens-tunnel": ["( tunnel | serve-web )"] },
  devtunnel: { "opens-tunnel": ["( host | create )"] },
  gh: { "opens-tunnel": ["codespace ports visibility *:public"] },
  ssh: { "opens-tunnel": ["-R", "-w"] },
  "tmate upterm sshx teleconsole ttyd gotty": { "opens-tunnel": ["!--version"] },
  vscode: { "opens-tunnel": ["tunnel"] },
  zerotier: { "opens-tunnel": ["join"] },
  "wg-quick openvpn": { "opens-tunnel": ["up"] },
  upnpc: { "opens-tunnel": ["( -a | -r | -e )"] },
};
