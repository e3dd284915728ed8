import { Server, type Upload } from '@tus/server'
import { uuidv7 } from 'uuidv7'
import { ERROR_STATUS } from '../../src/api/contract/errors.ts'
import { FILES_PATH } from '../../src/api/contract/files.ts'
import type { Caller } from '../auth/call.ts'
import {
  createErrorBody,
  createErrorResponse,
  HttpError,
  invalidInputError,
  notFoundError,
  PROBLEM_TYPE,
} from '../errors/http-error.ts'
import type { FileService } from './file-service.ts'
import { createUploadLocks } from './upload-locks.ts'
import { checkFileSize, parseUploadMetadata } from './upload-rules.ts'

/** Handles the requests of tus 1.0 (creation, termination, expiration) below `/files`, for the owner of an upload only. */
export function createTusHandler(files: FileService): (request: Request, caller?: Caller) => Promise<Response> {
  const callers = new WeakMap<Request, Caller>()
  const ids = new WeakMap<Request, string>()
  const uploadIds = new WeakMap<Request, string>()
  const largestUpload = Math.max(...Object.values(files.kinds).map(({ maxBytes }) => maxBytes))

  const server = new Server({
    path: `/${FILES_PATH}`,
    datastore: files.uploads,
    locker: createUploadLocks(),
    relativeLocation: true,
    allowedHeaders: ['Idempotency-Key'],
    // The id is read once, so that the id that is checked is the id that is used.
    getFileIdFromRequest: (request) => ids.get(request) ?? '',
    namingFunction: (request) => {
      const id = uuidv7()
      ids.set(request, id)
      return id
    },
    maxSize: (_request, id) => (id === null ? largestUpload : 0),
    async onUploadCreate(request, upload) {
      const facts = parseUploadMetadata(upload.metadata, callers.get(request)?.id)
      checkFileSize(files.kinds, facts.kind, upload.size ?? 0)
      const earlier = await files.startUpload(upload.id, facts, upload.size ?? 0, readIdempotencyKey(request))
      if (earlier) {
        uploadIds.set(request, earlier)
        throw new HttpError('IDEMPOTENCY_CONFLICT', 'This upload already exists.')
      }
      return { metadata: facts as Upload['metadata'] & {} }
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const { facts } = await files.findUnfinished(id)
      if (facts.owner !== callers.get(request)?.id) throw notFoundError('The upload')
    },
    async onUploadFinish(_request, upload) {
      await files.finishUpload(upload.id)
      // The upload is in the store now and does not expire. tus would look it up for its expiry and not find it.
      upload.creation_date = undefined
      return {}
    },
    async onResponseError(request, error) {
      const id = ids.get(request) ?? ''
      const uploadError = files.uploads.takeError(id)
      if (uploadError) await files.deleteUpload(id)
      const refusal = uploadError ?? (error instanceof HttpError ? error : undefined)
      // The app responds to temporary errors, with `Retry-After`.
      if (refusal && ERROR_STATUS[refusal.code] >= 500) throw refusal
      if (refusal) return { status_code: ERROR_STATUS[refusal.code], body: JSON.stringify(createErrorBody(refusal)) }
      const status = 'status_code' in error ? error.status_code : 500
      // A server error: the app logs it and responds. tus itself throws objects that are no `Error`.
      if (status >= 500 && status !== 501) throw error instanceof Error ? error : new Error(error.body)
      const body = createErrorBody(tusErrorToHttpError(status, 'body' in error ? error.body : ''), status)
      return { status_code: status, body: JSON.stringify(body) }
    },
  })

  return async (request, caller) => {
    if (caller) callers.set(request, caller)
    if (request.method === 'OPTIONS') return server.handleWeb(request)
    const id = uploadIdIn(request)
    if (request.method !== 'POST') {
      ids.set(request, id)
      const upload = caller && (await files.find(id, caller.id, request.method === 'DELETE'))
      // Checked first, so that another user's upload and a missing one are indistinguishable.
      if (!upload) throw notFoundError('The upload')
      if (request.method !== 'HEAD') await files.owner.assertWritable()
      const { findFinished } = upload
      if (findFinished && request.method === 'HEAD') return headResponse(findFinished.bytes)
      if (findFinished && request.method === 'DELETE') {
        await files.deleteUpload(id)
        return tusResponse(204)
      }
      if (findFinished) return patchResponse(request, findFinished.bytes)
    }
    if (request.method === 'POST') await files.owner.assertWritable()
    const response = await server
      .handleWeb(request)
      .catch(async (error) => {
        // Created, but not stored: the reserved quota is released now, or by the sweep if the database is unreachable too.
        if (request.method === 'POST' && !(error instanceof HttpError))
          await files.deleteUpload(ids.get(request) ?? '').catch(() => {})
        throw error
      })
      .finally(() => files.endAnnouncement(ids.get(request) ?? ''))
    const earlier = uploadIds.get(request)
    if (earlier) return tusResponse(201, { location: `/${FILES_PATH}/${earlier}` })
    // After a crash, quota may still be reserved for an upload without bytes.
    if (request.method === 'DELETE' && [204, 404, 410].includes(response.status)) await files.deleteUpload(id)
    return toProblemResponse(response)
  }
}

/** Returns the upload id in an address; empty where it does not have the format of an id. */
const uploadIdIn = ({ url }: Request): string => /^\/files\/([\w-]{1,64})\/?$/.exec(new URL(url).pathname)?.[1] ?? ''

/** Responds to a query for the offset of an upload that is already in the store. */
const headResponse = (bytes: number) =>
  tusResponse(200, { 'upload-offset': String(bytes), 'upload-length': String(bytes) })

/**
 * Responds to more bytes for a finished upload: another process received the last ones before it failed to respond. After a 409 a
 * client queries the right offset (tus 1.0); after a 404 it would send everything again.
 */
function patchResponse(request: Request, bytes: number): Response {
  const isComplete =
    request.headers.get('upload-offset') === String(bytes) && !Number(request.headers.get('content-length'))
  if (isComplete) return tusResponse(204, { 'upload-offset': String(bytes) })
  return createErrorResponse(new HttpError('INVALID_INPUT', 'The upload is finished already.'), 409)
}

/** Creates a response of the protocol that @tus/server does not create itself. */
const tusResponse = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, {
    status,
    headers: {
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
      ...headers,
    },
  })

/** Returns the `Idempotency-Key` of a creation request. Throws `INVALID_INPUT` for an invalid length. */
function readIdempotencyKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key') ?? undefined
  if (key !== undefined && (key.length < 1 || key.length > 255))
    throw invalidInputError([{ path: 'header.Idempotency-Key', message: 'The key must have 1 to 255 characters.' }])
  return key
}

/** Converts an error of the protocol to an HTTP error of the API. */
function tusErrorToHttpError(status: number, text: string): HttpError {
  if (status === 404 || status === 410) return new HttpError('NOT_FOUND', 'The upload was not found.')
  if (status === 413) return new HttpError('FILE_TOO_LARGE', 'More bytes were sent than the upload has.')
  return new HttpError('INVALID_INPUT', text.trim() || 'The upload request is not valid.')
}

/** Gives every failed response the format of the API contract. Responses of `onResponseError` lack only the content type. */
async function toProblemResponse(response: Response): Promise<Response> {
  if (response.status < 400) return response
  const text = await response.text()
  const tusHeaders = [...response.headers].filter(([name]) => name.startsWith('tus-') || name.startsWith('upload-'))
  if (text.startsWith('{'))
    return new Response(text, {
      status: response.status,
      headers: [...tusHeaders, ['content-type', PROBLEM_TYPE], ['cache-control', 'no-store']],
    })
  const problem = createErrorResponse(new HttpError('INVALID_INPUT', text.trim()), response.status)
  for (const [name, value] of tusHeaders) problem.headers.set(name, value)
  return problem
}
