import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What a bare server answers at an address: its headers and its body. */
export interface BareAnswer {
  headers: Record<string, string>
  body: Uint8Array
}

/** A server that only hands out the bytes it was given, in a process of its own: what is at least to be done for a call. */
export async function startBareServer(answers: ReadonlyMap<string, BareAnswer>, putTo?: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...(putTo ? { PUT_TO: putTo } : {}) },
  })
  const packed = [...answers].map(
    ([path, { headers, body }]) => [path, { headers, body: Buffer.from(body).toString('base64') }] as const,
  )
  child.stdin.end(JSON.stringify(Object.fromEntries(packed)))
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
