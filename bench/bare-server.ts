import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Response of the bare server at an address: headers and body. */
export interface BareResponse {
  headers: Record<string, string>
  body: Uint8Array
}

/** Starts a server that only returns the given bytes, in its own process: the lower bound for the cost of a call. */
export async function startBareServer(responses: ReadonlyMap<string, BareResponse>, putTo?: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...(putTo ? { PUT_TO: putTo } : {}) },
  })
  const entries = [...responses].map(
    ([path, { headers, body }]) => [path, { headers, body: Buffer.from(body).toString('base64') }] as const,
  )
  child.stdin.end(JSON.stringify(Object.fromEntries(entries)))
  const [port] = await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${Number(port)}`,
    pid: child.pid!,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
