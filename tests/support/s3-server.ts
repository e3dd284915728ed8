import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '../../server/files/s3-settings.ts'

/** Python interpreter for which Debian installs `python3-swift`. */
const PYTHON = '/usr/bin/python3'

/** Whether this machine has OpenStack Swift, an S3-compatible server (Debian: `apt-get install python3-swift`). */
export const hasS3Server = spawnSync(PYTHON, ['-c', 'import swift.common.middleware.s3api']).status === 0

export interface S3Server {
  settings: S3Settings
  stop(): Promise<void>
}

/** Starts a server on `port` and the three ports after it. Rejects with the server's stderr if the start fails. */
export async function startS3Server(port: number): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-s3-'))
  const child = spawn(PYTHON, [join(import.meta.dirname, 's3-server.py'), folder, String(port)])
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    let stderrText = ''
    child.stderr.on('data', (text) => {
      stderrText += text
    })
    child.stdout.on('data', () => resolve())
    closed.then(() => reject(new Error(`The S3 server did not start: ${stderrText}`)))
  })
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'atelier',
    region: 'us-east-1',
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
  }
  // Suppresses the SDK's warning about outdated Node versions, as the server does.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  const { S3 } = await import('@aws-sdk/client-s3')
  const { endpoint, region, accessKeyId, secretAccessKey } = settings
  const client = new S3({
    endpoint: endpoint!,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  await client.createBucket({ Bucket: settings.bucket })
  client.destroy()
  return {
    settings,
    async stop() {
      child.kill('SIGKILL')
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}
