import * as v from 'valibot'
import { type Masked, withoutMail } from './mask.ts'
import type { Recording } from './recording.ts'

/** The longest file that is read, in bytes. */
export const LARGEST_FILE = 20_000_000

/** Why a file is no recording that can be shown: a key of its words. */
export class RecordingError extends Error {
  override name = 'RecordingError'
  readonly word: 'inspector.file.large' | 'inspector.file.none' | 'inspector.file.newer' | 'inspector.file.broken'
  constructor(word: RecordingError['word']) {
    super(word)
    this.word = word
  }
}

const text = v.pipe(v.string(), v.maxLength(4000))
const time = v.pipe(v.number(), v.finite())
const json = v.custom<Masked>((value) => value !== undefined)
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

const File = v.object({
  format: v.literal('atelier-recording'),
  version: v.literal(1),
  app: v.object({ version: text, startedAt: text, page: text }),
  machines: v.record(text, v.object({ hash: text })),
  actors: v.pipe(v.array(Actor), v.maxLength(10_000)),
  steps: v.pipe(v.array(Step), v.maxLength(20_000)),
  masked: v.number(),
})

/** Reads a recording from a text that anybody may have written; nothing of it is run. Throws a {@link RecordingError}. */
export function readRecording(file: string): Recording {
  if (file.length > LARGEST_FILE) throw new RecordingError('inspector.file.large')
  let read: unknown
  try {
    read = JSON.parse(file)
  } catch {
    throw new RecordingError('inspector.file.none')
  }
  const { format, version } = (read ?? {}) as { format?: unknown; version?: unknown }
  if (format !== 'atelier-recording') throw new RecordingError('inspector.file.none')
  if (typeof version === 'number' && version > 1) throw new RecordingError('inspector.file.newer')
  const { success, output } = v.safeParse(File, read)
  if (!success) throw new RecordingError('inspector.file.broken')
  return output
}

/** A recording as the text of a file; without `hasMail` the addresses of people are left out. */
export const writeRecording = (recording: Recording, hasMail: boolean): string => {
  const written = JSON.stringify(recording)
  return hasMail ? written : withoutMail(written)
}

/** The machines of a recording whose definition here is another, or that are not known here. */
export const strangersIn = ({ machines }: Recording, layouts: Readonly<Record<string, { hash: string }>>): string[] =>
  Object.entries(machines).flatMap(([id, { hash }]) =>
    Object.hasOwn(layouts, id) && layouts[id]!.hash === hash ? [] : [id],
  )
