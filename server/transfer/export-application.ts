import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import { audit } from '../auth/audit.ts'
import { forbidden } from '../auth/caller.ts'
import { abilityNow } from '../auth/standing.ts'
import type { CallOfMember } from '../call.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { writeEvents } from '../events/outbox.ts'
import { isHeld } from '../http/etag.ts'
import { type ByteRange, rangeOf } from '../http/range.ts'
import { archiveBytes } from './archive-bytes.ts'
import { Checksums } from './checksums.ts'
import { safeName } from './names.ts'
import { archiveOf, type ExportPlan, planExport } from './plan.ts'
import { whileAllowed } from './still-allowed.ts'
import { streamOf } from './stream.ts'

/**
 * Answers an application's assets as an archive, whole or a part of it. The same application is the same archive to the
 * byte, so a download that broke off goes on where it was; one of an application that has changed begins anew. Throws
 * `NOT_FOUND`, `FORBIDDEN` for who does not own the application, `EXPORT_TOO_LARGE`, and `UNAVAILABLE` where a part at the end is
 * asked for and nobody has read what stands before it.
 */
export async function exportApplication(deps: Deps, call: CallOfMember, applicationId: string): Promise<Response> {
  const { db, files, log } = deps
  const application = await exportable(deps, call, applicationId)
  const plan = await planExport(db, application)
  const { etag } = plan
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': dispositionOf(application.name),
    'content-type': 'application/zip',
    etag,
  })
  if (isHeld(call.request, etag)) return new Response(null, { status: 304, headers })
  const layout = await archiveOf(plan)
  const part = rangeOf(call.request, etag, layout.bytes)
  if (part === 'unsatisfiable') {
    headers.set('content-range', `bytes */${layout.bytes}`)
    return new Response(null, { status: 416, headers })
  }
  const range = part ?? { start: 0, end: layout.bytes - 1 }
  headers.set('content-length', String(range.end - range.start + 1))
  if (part) headers.set('content-range', `bytes ${range.start}-${range.end}/${layout.bytes}`)
  const status = part ? 206 : 200
  if (call.request.method === 'HEAD') return new Response(null, { status, headers })
  const checksums = new Checksums(db, files.content, log)
  // The directory at the end names those of the files before a part, too, which nobody reads on the way.
  if (range.end >= layout.directoryOffset) await checksums.ready(layout.entries.filter((it) => it.end <= range.start))
  await note(deps, call, application, plan, range)
  const reader = new AbortController()
  const pieces = whileAllowed(
    archiveBytes(layout, plan.manifest, files.content, checksums, range),
    () => mustStillExport(deps, call, applicationId),
    { signal: reader.signal },
  )
  const body = streamOf(pieces, {
    cut: call.cut,
    onLeft: () => reader.abort(),
    onFault: (err) =>
      err instanceof Refusal && err.code !== 'UNAVAILABLE'
        ? log.info({ applicationId, code: err.code, reason: err.message }, 'an export was ended')
        : log.error({ err, applicationId }, 'an export broke off'),
  })
  return new Response(body, { status, headers })
}

/** The application, where it is there and the caller may export it. */
async function exportable({ db }: Deps, { caller }: CallOfMember, id: string): Promise<{ id: string; name: string }> {
  const found = await db.selectFrom('applications').select(['name', 'owner_id']).where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('The application')
  const owned = { __caslSubjectType__: 'Application', ownerId: found.owner_id } as never
  if (!caller.ability.can('export', owned)) throw forbidden()
  return { id, name: found.name }
}

/** Throws where the session or API token has ended since, or the right is gone: a download may last for hours. */
async function mustStillExport(deps: Deps, call: CallOfMember, applicationId: string): Promise<void> {
  const { id, sessionId, scopes } = call.caller
  const by = scopes ? { tokenId: sessionId, scopes } : { sessionId }
  const ability = await abilityNow(deps.db, deps.now(), { userId: id, ...by })
  if (!ability) throw new Refusal('NOT_SIGNED_IN', 'This session has ended. Sign in again.')
  await exportable(deps, { ...call, caller: { ...call.caller, ability } }, applicationId)
}

/** Writes down that somebody takes an application with them, each part of it; the event is told once, at its beginning. */
async function note(
  { db, now, relay }: Deps,
  { caller, address }: CallOfMember,
  { id: applicationId, name }: { id: string; name: string },
  { assets, etag }: ExportPlan,
  { start, end }: ByteRange,
): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const details = { applicationId, name, assets, etag, start, end }
    await audit(trx, at, { action: 'exported', userId: caller.id, address, details })
    if (start === 0)
      await writeEvents(trx, caller.id, [{ key: EVENT_KEYS.exported, id: applicationId, at: at.toISOString() }])
  })
  relay.wake()
}

/** The name of the download, in plain letters and in its own (RFC 6266). */
function dispositionOf(name: string): string {
  const safe = safeName(name)
  const plain = safe.normalize('NFKD').replace(/[^\w .()-]/g, '') || 'export'
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}.zip"; filename*=UTF-8''${encoded}.zip`
}
