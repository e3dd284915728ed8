import * as v from 'valibot'
import { type MaskedValue, maskEmails } from './mask.ts'
import type { Recording } from './recording.ts'

export const MAX_RECORDING_BYTES = 20_000_000

export class RecordingError extends Error {
  override name = 'RecordingError'
  readonly messageKey: 'inspector.file.large' | 'inspector.file.none' | 'inspector.file.newer' | 'inspector.file.broken'
  constructor(messageKey: RecordingError['messageKey']) {
    super(messageKey)
    this.messageKey = messageKey
  }
}

const text = v.pipe(v.string(), v.maxLength(4000))
const time = v.pipe(v.number(), v.finite())
const json = v.custom<MaskedValue>((value) => value !== undefined)
const texts = v.pipe(v.array(text), v.maxLength(1000))

const Actor = v.object({
  id: text,
  name: text,
  parent: v.exactOptional(text),
  about: v.exactOptional(text),
  machine: v.exactOptional(text),
  src: v.exactOptional(text),
  startedAt: time,
  endedAt: v.exactOptional(time),
  status: text,
})

const Step = v.object({
  n: v.pipe(v.number(), v.integer()),
  at: time,
  actor: text,
  from: v.exactOptional(text),
  event: json,
  outcome: v.picklist(['taken', 'refused', 'ignored']),
  transitions: texts,
  guards: v.array(v.object({ at: text, name: text, says: v.boolean() })),
  actions: texts,
  emitted: v.array(json),
  began: texts,
  ended: texts,
  value: json,
  status: text,
  changes: v.array(v.object({ at: texts, to: v.exactOptional(json) })),
  whole: v.exactOptional(json),
})

const RecordingSchema = v.object({
  format: v.literal('atelier-recording'),
  version: v.literal(1),
  app: v.object({ version: text, startedAt: text, page: text }),
  machines: v.record(text, v.object({ hash: text })),
  actors: v.pipe(v.array(Actor), v.maxLength(10_000)),
  steps: v.pipe(v.array(Step), v.maxLength(20_000)),
  masked: v.number(),
})

/** Parses a recording from an untrusted text; nothing in it is executed. Throws a {@link RecordingError}. */
export function parseRecording(text: string): Recording {
  if (text.length > MAX_RECORDING_BYTES) throw new RecordingError('inspector.file.large')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new RecordingError('inspector.file.none')
  }
  const { format, version } = (parsed ?? {}) as { format?: unknown; version?: unknown }
  if (format !== 'atelier-recording') throw new RecordingError('inspector.file.none')
  if (typeof version === 'number' && version > 1) throw new RecordingError('inspector.file.newer')
  const { success, output } = v.safeParse(RecordingSchema, parsed)
  if (!success) throw new RecordingError('inspector.file.broken')
  return output
}

/** Serialises a recording; without `includesEmails` e-mail addresses are removed. */
export const writeRecording = (recording: Recording, includesEmails: boolean): string => {
  const serialized = JSON.stringify(recording)
  return includesEmails ? serialized : maskEmails(serialized)
}

/** Returns the machines of a recording that this build does not have or defines differently. */
export const findUnknownMachines = (
  { machines }: Recording,
  layouts: Readonly<Record<string, { hash: string }>>,
): string[] =>
  Object.entries(machines).flatMap(([id, { hash }]) =>
    Object.hasOwn(layouts, id) && layouts[id]!.hash === hash ? [] : [id],
  )
