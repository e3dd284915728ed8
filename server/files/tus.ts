import { Server, type Upload } from '@tus/server'
import { uuidv7 } from 'uuidv7'
import { ERROR_STATUS } from '../../src/api/contract/errors.ts'
import { FILES_PATH } from '../../src/api/contract/files.ts'
import type { Caller } from '../call.ts'
import { errorBody, errorResponse, invalidInput, notFound, PROBLEM_TYPE, Refusal } from '../errors.ts'
import type { FileRoom } from './file-room.ts'
import { createUploadLocks } from './upload-locks.ts'
import { checkSize, readFacts } from './upload-rules.ts'

/** Answers the calls of tus 1.0 (creation, termination, expiration) below `/files`, for the owner of an upload alone. */
export function createTus(files: FileRoom): (request: Request, caller?: Caller) => Promise<Response> {
  const callers = new WeakMap<Request, Caller>()
  const ids = new WeakMap<Request, string>()
  const begun = new WeakMap<Request, string>()
  const most = Math.max(...Object.values(files.kinds).map(({ maxBytes }) => maxBytes))

  const server = new Server({
    path: `/${FILES_PATH}`,
    datastore: files.uploads,
    locker: createUploadLocks(),
    relativeLocation: true,
    allowedHeaders: ['Idempotency-Key'],
    // The id is read once, so that what is checked is what is worked on.
    getFileIdFromRequest: (request) => ids.get(request) ?? '',
    namingFunction: (request) => {
      const id = uuidv7()
      ids.set(request, id)
      return id
    },
    maxSize: (_request, id) => (id === null ? most : 0),
    async onUploadCreate(request, upload) {
      const facts = readFacts(upload.metadata, callers.get(request)?.id)
      checkSize(files.kinds, facts.kind, upload.size ?? 0)
      const earlier = await files.begin(upload.id, facts, upload.size ?? 0, keyOf(request))
      if (earlier) {
        begun.set(request, earlier)
        throw new Refusal('IDEMPOTENCY_CONFLICT', 'This upload already exists.')
      }
      return { metadata: facts as Upload['metadata'] & {} }
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const { facts } = await files.underWay(id)
      if (facts.owner !== callers.get(request)?.id) throw notFound('The upload')
    },
    async onUploadFinish(_request, upload) {
      await files.finish(upload.id)
      // It is in the store now and does not expire: tus would ask the uploads when, and not find it.
      upload.creation_date = undefined
      return {}
    },
    async onResponseError(request, fault) {
      const id = ids.get(request) ?? ''
      const told = files.uploads.takeRefusal(id)
      if (told) await files.forget(id)
      const refusal = told ?? (fault instanceof Refusal ? fault : undefined)
      if (refusal) return { status_code: ERROR_STATUS[refusal.code], body: JSON.stringify(errorBody(refusal)) }
      const status = 'status_code' in fault ? fault.status_code : 500
      // Not a fault of the caller: the app logs it and answers for it. What tus throws itself is no Error.
      if (status >= 500 && status !== 501) throw fault instanceof Error ? fault : new Error(fault.body)
      const body = errorBody(refusalOf(status, 'body' in fault ? fault.body : ''), status)
      return { status_code: status, body: JSON.stringify(body) }
    },
  })

  return async (request, caller) => {
    if (caller) callers.set(request, caller)
    if (request.method === 'OPTIONS') return server.handleWeb(request)
    const id = idIn(request)
    if (request.method !== 'POST') {
      ids.set(request, id)
      const upload = caller && (await files.find(id, caller.id, request.method === 'DELETE'))
      if (!upload) throw notFound('The upload')
      const { finished } = upload
      if (finished && request.method === 'HEAD') return headOf(finished.bytes)
      if (finished && request.method === 'DELETE') {
        await files.forget(id)
        return answer(204)
      }
    }
    const response = await server
      .handleWeb(request)
      .catch(async (fault) => {
        // Announced, but not kept: the room that was reserved is given back, or swept where the database is away too.
        if (request.method === 'POST') await files.forget(ids.get(request) ?? '').catch(() => {})
        throw fault
      })
      .finally(() => files.announced(ids.get(request) ?? ''))
    const earlier = begun.get(request)
    if (earlier) return answer(201, { location: `/${FILES_PATH}/${earlier}` })
    // Where there are no bytes there may still be room kept for them, after a fall.
    if (request.method === 'DELETE' && [204, 404, 410].includes(response.status)) await files.forget(id)
    return asProblem(response)
  }
}

/** The id in an address; what is not like one of ours is nobody's. */
const idIn = ({ url }: Request): string => /^\/files\/([\w-]{1,64})\/?$/.exec(new URL(url).pathname)?.[1] ?? ''

/** What a client hears that asks how far an upload came which is already in the store. */
const headOf = (bytes: number) => answer(200, { 'upload-offset': String(bytes), 'upload-length': String(bytes) })

/** An answer of the protocol that tus does not give itself; any page may read it, as it may tus's own. */
const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, {
    status,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Location, Tus-Resumable, Upload-Length, Upload-Offset',
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
      ...headers,
    },
  })

/** The `Idempotency-Key` of an announcement. Throws `INVALID_INPUT` for one of odd length. */
function keyOf(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key') ?? undefined
  if (key !== undefined && (key.length < 1 || key.length > 255))
    throw invalidInput([{ path: 'header.Idempotency-Key', message: 'The key must have 1 to 255 characters.' }])
  return key
}

/** A fault of the protocol as a refusal. */
function refusalOf(status: number, text: string): Refusal {
  if (status === 404 || status === 410) return new Refusal('NOT_FOUND', 'The upload was not found.')
  if (status === 413) return new Refusal('FILE_TOO_LARGE', 'More bytes were sent than the upload has.')
  return new Refusal('INVALID_INPUT', text.trim() || 'The upload request is not valid.')
}

/** Gives every failed answer the form of the contract; those made by the hook above have it but for the content type. */
async function asProblem(response: Response): Promise<Response> {
  if (response.status < 400) return response
  const text = await response.text()
  const tusHeaders = [...response.headers].filter(([name]) => name.startsWith('tus-') || name.startsWith('upload-'))
  if (text.startsWith('{'))
    return new Response(text, {
      status: response.status,
      headers: [...tusHeaders, ['content-type', PROBLEM_TYPE], ['cache-control', 'no-store']],
    })
  const problem = errorResponse(new Refusal('INVALID_INPUT', text.trim()), response.status)
  for (const [name, value] of tusHeaders) problem.headers.set(name, value)
  return problem
}
