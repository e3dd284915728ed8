import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import { forbiddenError } from '../auth/authenticate-caller.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import { readCurrentAbility } from '../auth/current-ability.ts'
import { sessionEndedError } from '../auth/fresh-proof.ts'
import type { Deps } from '../boot/deps.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { writeEvents } from '../events/outbox.ts'
import { isNotModified } from '../http/etag.ts'
import { type ByteRange, parseRequestedRange } from '../http/range.ts'
import { readArchiveBytes } from './archive-bytes.ts'
import { ArchiveChecksums } from './archive-checksums.ts'
import { toReadableStream } from './archive-stream.ts'
import { toSafeFileName } from './file-names.ts'
import { createArchiveLayout, type ExportPlan, planExport } from './plan-export.ts'
import { streamWhileAllowed } from './stream-while-allowed.ts'

/**
 * Responds with an application's assets as an archive, whole or one range. The archive of an unchanged application always has the
 * same bytes, so an interrupted download can be resumed.
 *
 * Throws `NOT_FOUND`, `FORBIDDEN` if the caller is not allowed to export the application, and `EXPORT_TOO_LARGE`. Throws
 * `UNAVAILABLE` if a range needs checksums of preceding files that are not computed yet.
 */
export async function exportApplication(deps: Deps, call: AuthenticatedCall, applicationId: string): Promise<Response> {
  const { db, files, log } = deps
  const application = await requireExportable(deps, call, applicationId)
  const plan = await planExport(db, application)
  const { etag } = plan
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition(application.name),
    'content-type': 'application/zip',
    etag,
  })
  if (isNotModified(call.request, etag)) return new Response(null, { status: 304, headers })
  const layout = await createArchiveLayout(plan)
  const part = parseRequestedRange(call.request, etag, layout.bytes)
  if (part === 'unsatisfiable') {
    headers.set('content-range', `bytes */${layout.bytes}`)
    return new Response(null, { status: 416, headers })
  }
  const range = part ?? { start: 0, end: layout.bytes - 1 }
  headers.set('content-length', String(range.end - range.start + 1))
  if (part) headers.set('content-range', `bytes ${range.start}-${range.end}/${layout.bytes}`)
  const status = part ? 206 : 200
  if (call.request.method === 'HEAD') return new Response(null, { status, headers })
  const checksums = new ArchiveChecksums(db, files.content, log)
  // The directory at the end contains the checksums of all files, also of those before the range, which are not read here.
  if (range.end >= layout.directoryOffset) await checksums.prepare(layout.entries.filter((it) => it.end <= range.start))
  await auditExport(deps, call, application, plan, range)
  const reader = new AbortController()
  const pieces = streamWhileAllowed(
    readArchiveBytes(layout, plan.manifest, files.content, checksums, range),
    () => assertStillAllowed(deps, call, applicationId),
    { signal: reader.signal },
  )
  const body = toReadableStream(pieces, {
    destroyConnection: call.destroyConnection,
    onCancelled: () => reader.abort(),
    onFault: (err) =>
      err instanceof HttpError && err.code !== 'UNAVAILABLE'
        ? log.info({ applicationId, code: err.code, reason: err.message }, 'an export was stopped')
        : log.error({ err, applicationId }, 'an export failed'),
  })
  return new Response(body, { status, headers })
}

async function requireExportable(
  { db }: Deps,
  { caller }: AuthenticatedCall,
  id: string,
): Promise<{ id: string; name: string }> {
  const found = await db.selectFrom('applications').select(['name', 'owner_id']).where('id', '=', id).executeTakeFirst()
  if (!found) throw notFoundError('The application')
  const subject = { __caslSubjectType__: 'Application', ownerId: found.owner_id } as never
  if (!caller.ability.can('export', subject)) throw forbiddenError()
  return { id, name: found.name }
}

/** Throws if the session or API token has ended or the permission was revoked. */
async function assertStillAllowed(deps: Deps, call: AuthenticatedCall, applicationId: string): Promise<void> {
  const { id, sessionId, scopes } = call.caller
  const actor = scopes ? { tokenId: sessionId, scopes } : { sessionId }
  const ability = await readCurrentAbility(deps.db, deps.now(), { userId: id, ...actor })
  if (!ability) throw sessionEndedError()
  await requireExportable(deps, { ...call, caller: { ...call.caller, ability } }, applicationId)
}

/** Writes an audit entry for each range, and an event only for the start of the export. */
async function auditExport(
  { db, now, relay }: Deps,
  { caller, address }: AuthenticatedCall,
  { id: applicationId, name }: { id: string; name: string },
  { assets, etag }: ExportPlan,
  { start, end }: ByteRange,
): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const details = { applicationId, name, assets, etag, start, end }
    await writeAuditEntry(trx, at, { action: 'exported', userId: caller.id, address, details })
    if (start === 0)
      await writeEvents(trx, caller.id, [{ key: EVENT_KEYS.exported, id: applicationId, at: at.toISOString() }])
  })
  relay.wake()
}

/** Returns the `Content-Disposition` of the download, with an ASCII and a UTF-8 file name (RFC 6266). */
function contentDisposition(name: string): string {
  const safe = toSafeFileName(name)
  const plain = safe.normalize('NFKD').replace(/[^\w .()-]/g, '') || 'export'
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}.zip"; filename*=UTF-8''${encoded}.zip`
}
