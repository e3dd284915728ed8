import { ORIGIN, type TestAccount, type TestServer } from './server.ts'

type Body = Uint8Array<ArrayBuffer> | ReadableStream

/** Header of every tus request. */
export const TUS_HEADERS = { 'tus-resumable': '1.0.0' }

/** Encodes the `Upload-Metadata` header. */
export const encodeMetadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

export const getUploadId = (path: string): string => path.split('/').at(-1)!

export const readStatusAndCode = async (response: Response): Promise<[number, string]> => [
  response.status,
  (await response.json()).error.code,
]

/** Returns functions that send the requests of a tus client, as `owner` unless another account or none is passed. */
export function createTusCalls(server: () => TestServer, owner: () => TestAccount) {
  function send(
    method: string,
    path: string,
    { by = owner(), headers, body }: { by?: TestAccount | null; headers?: Record<string, string>; body?: Body } = {},
  ): Promise<Response> {
    return server().fetch(`${ORIGIN}${path}`, {
      method,
      headers: { ...TUS_HEADERS, ...(by ? { authorization: `Bearer ${by.token}` } : {}), ...headers },
      ...(body ? { body, duplex: 'half' } : {}),
    } as RequestInit)
  }
  const announce = (
    bytes: number,
    fields: Record<string, string> = { kind: 'glb' },
    by: TestAccount | null = owner(),
  ) =>
    send('POST', '/files', {
      by,
      headers: { 'upload-length': String(bytes), 'upload-metadata': encodeMetadata(fields) },
    })
  const append = (path: string, offset: number, body: Body, by: TestAccount | null = owner()) => {
    const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
    return send('PATCH', path, { by, body, headers })
  }
  /** Creates an upload. Returns its path. */
  async function begin(bytes: number, fields?: Record<string, string>): Promise<string> {
    const response = await announce(bytes, fields)
    if (response.status !== 201) throw new Error(`The upload was not created: ${response.status}`)
    return response.headers.get('location')!
  }
  const readOffset = async (path: string) => (await send('HEAD', path)).headers.get('upload-offset')
  return { send, announce, append, begin, readOffset }
}
