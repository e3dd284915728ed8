import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { S3Settings } from '../../server/files/s3-settings.ts'

/**
 * Failure of the stub: refused connections, or responses with a status. The response 404 is that of a proxy in front of a
 * restarting store.
 */
export type S3Outage = 'refused' | 503 | 404

/** Object store in memory that supports the S3 requests of the server, and can be made to fail. */
export interface FakeS3 {
  settings: S3Settings
  objects: ReadonlyMap<string, Buffer>
  /** Methods and keys of the requests so far. */
  requests: string[]
  /** Starts or ends an outage. Before an outage with a status, `servedCount` more requests succeed. */
  fail(outage: S3Outage | undefined, servedCount?: number): Promise<void>
  stop(): Promise<void>
}

interface Multipart {
  key: string
  parts: Map<number, Buffer>
}

const BUCKET = 'atelier'
const STORED_AT = new Date('2026-03-02T09:00:00.000Z')

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const metadata = new Map<string, Record<string, string>>()
  const uploads = new Map<string, Multipart>()
  const sockets = new Set<Socket>()
  const requests: string[] = []
  let outage: S3Outage | undefined
  let remainingServedCount = 0
  let server: Server

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://s3')
    const key = decodeURIComponent(url.pathname.slice(BUCKET.length + 2))
    const { searchParams: query } = url
    requests.push(`${request.method} ${key}`)
    const chunks: Buffer[] = []
    for await (const piece of request) chunks.push(piece as Buffer)
    const body = Buffer.concat(chunks)
    const send = (status: number, text: string | Buffer = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-length': String(Buffer.byteLength(text)), ...headers }).end(text)
    const xml = (text: string) => send(200, `<?xml version="1.0"?>${text}`, { 'content-type': 'application/xml' })
    const missing = (code: string) => send(404, request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`)
    const isServed = remainingServedCount-- > 0
    if (outage === 503 && !isServed) return send(503, '<Error><Code>ServiceUnavailable</Code></Error>')
    if (outage === 404 && !isServed) return send(404, '404 page not found\n', { 'content-type': 'text/plain' })

    const uploadId = query.get('uploadId')
    const upload = uploadId ? uploads.get(uploadId) : undefined
    if (uploadId && !upload) return missing('NoSuchUpload')
    if (upload && request.method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return send(200, '', { etag: computeEtag(body) })
    }
    if (upload && request.method === 'GET')
      return xml(
        `<ListPartsResult>${[...upload.parts].map(([at, bytes]) => `<Part><PartNumber>${at}</PartNumber><ETag>${computeEtag(bytes)}</ETag><Size>${bytes.length}</Size></Part>`).join('')}<IsTruncated>false</IsTruncated></ListPartsResult>`,
      )
    if (upload && request.method === 'POST') {
      objects.set(upload.key, Buffer.concat([...upload.parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)))
      uploads.delete(uploadId!)
      return xml('<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>')
    }
    if (upload) {
      uploads.delete(uploadId!)
      return send(204)
    }
    if (query.has('uploads') && request.method === 'POST') {
      const id = randomUUID()
      uploads.set(id, { key, parts: new Map() })
      return xml(
        `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (query.has('uploads'))
      return xml(
        `<ListMultipartUploadsResult>${[...uploads].map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${STORED_AT.toISOString()}</Initiated></Upload>`).join('')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`,
      )
    if (query.get('list-type') === '2') {
      const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? ''))
      const listedNames = query.get('delimiter') ? names.filter((name) => !name.includes('/')) : names
      return xml(
        `<ListBucketResult>${listedNames.map((name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)!.length}</Size><LastModified>${STORED_AT.toISOString()}</LastModified></Contents>`).join('')}<IsTruncated>false</IsTruncated></ListBucketResult>`,
      )
    }
    if (key === '') return send(200)
    const source = request.headers['x-amz-copy-source']
    if (request.method === 'PUT' && source) {
      const sourceObject = objects.get(decodeURIComponent(String(source)).replace(/^\/?[^/]+\//, ''))
      if (!sourceObject) return missing('NoSuchKey')
      objects.set(key, sourceObject)
      return xml('<CopyObjectResult><ETag>"copy"</ETag></CopyObjectResult>')
    }
    if (request.method === 'PUT') {
      objects.set(key, body)
      const metadataHeaders = Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'))
      metadata.set(key, Object.fromEntries(metadataHeaders.map(([name, value]) => [name, String(value)])))
      return send(200, '', { etag: computeEtag(body) })
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return send(204)
    }
    const object = objects.get(key)
    if (!object) return missing('NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const range = from === undefined ? object : object.subarray(Number(from), Number(to) + 1)
    const headers = { etag: computeEtag(object), ...metadata.get(key) }
    if (request.method === 'HEAD')
      return response.writeHead(200, { ...headers, 'content-length': String(object.length) }).end()
    send(from === undefined ? 200 : 206, range, headers)
  }

  const open = (port: number) =>
    new Promise<void>((resolve) => {
      server = createServer((request, response) => {
        handle(request, response).catch(() => response.destroy())
      })
      server.on('connection', (socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
      })
      server.listen(port, '127.0.0.1', resolve)
    })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })

  await open(0)
  const { port } = server!.address() as AddressInfo
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: 'us-east-1',
      accessKeyId: 'test',
      secretAccessKey: 'testing',
    },
    objects,
    requests,
    async fail(next, servedCount = 0) {
      remainingServedCount = servedCount
      if (outage === 'refused' && next !== 'refused') await open(port)
      if (next === 'refused' && outage !== 'refused') await close()
      outage = next
    },
    stop: async () => {
      if (outage !== 'refused') await close()
    },
  }
}

const computeEtag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
