import { Readable } from 'node:stream'
import type { TokenService } from '../auth/token-service.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { isNotModified } from '../http/etag.ts'
import { parseRequestedRange } from '../http/range.ts'
import { type ContentStore, parseContentName } from './content-store.ts'

/** Maximum length of a grant that is verified, in characters. Our grants have about 350. */
const MAX_GRANT_CHARACTERS = 1000

export interface ServeFileDeps {
  content: ContentStore
  tokens: Pick<TokenService, 'verifyGrant'>
}

/**
 * Serves a stored file by its name `<sha256>.<extension>`, whole or as one range. A source file needs a valid `grant` in the
 * query and is never cached. Any other file is public and immutable. Throws `NOT_FOUND`. Throws `FORBIDDEN` for a source file
 * without a valid grant, whether or not the file exists.
 */
export async function serveFile(
  { content: store, tokens }: ServeFileDeps,
  name: string,
  request: Request,
): Promise<Response> {
  const isSource = parseContentName(name)?.type === 'image/vnd.adobe.photoshop'
  if (isSource) await checkGrant(tokens, name, request)
  const file = await store.find(name)
  // Only the import may read an archive, because an archive reveals more of an application than single files do.
  if (!file || file.type === 'application/zip') throw notFoundError('The file')
  const etag = `"${file.sha256}"`
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': isSource ? 'private, no-store' : 'public, max-age=31536000, immutable',
    'content-disposition': `${file.type.startsWith('image/') && !isSource ? 'inline' : 'attachment'}; filename="${name}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': file.type,
    'cross-origin-resource-policy': isSource ? 'same-origin' : 'cross-origin',
    etag,
    'x-content-type-options': 'nosniff',
  })
  if (isNotModified(request, etag)) return new Response(null, { status: 304, headers })

  const range = parseRequestedRange(request, etag, file.bytes)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.bytes}`)
    if (!isSource) headers.delete('cache-control')
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.bytes}`)
  const stream =
    request.method === 'HEAD' ? null : (Readable.toWeb(await store.stream(file, start, end)) as ReadableStream)
  return new Response(stream, { status: range ? 206 : 200, headers })
}

async function checkGrant(tokens: ServeFileDeps['tokens'], name: string, { url }: Request): Promise<void> {
  const grant = new URL(url).searchParams.get('grant')
  if (grant !== null && grant.length <= MAX_GRANT_CHARACTERS && (await tokens.verifyGrant(grant, name))) return
  throw new HttpError(
    'FORBIDDEN',
    'A source file needs a link from the page of its asset or from GET /v1/assets/{id}/source. A link is valid for 5 minutes.',
  )
}
