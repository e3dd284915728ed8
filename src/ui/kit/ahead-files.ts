/** Which files each page may come to need after those that it names; written when the client is built. */
export interface AheadFiles {
  /** Every such file of the client, once. */
  files: readonly string[]
  /** The pattern of a page's path, and places in `files`: its code and looks, nearest first, and its sentences by language. */
  pages: readonly { path: string; files: readonly number[]; words: Readonly<Record<string, readonly number[]>> }[]
}

/** Where it lies at the server. */
export const AHEAD_FILES = 'ahead-files.json'

/** What is fetched ahead: for which page, in which language, and what is there already. */
export interface AheadTask {
  path: string
  language: string
  known: readonly string[]
}

/** How many files come at a time. */
const LANES = 4

/** The files that a page may come to need, without what is there. None for a page that the build does not know. */
export function aheadOf({ files, pages }: AheadFiles, { path, language, known }: AheadTask): string[] {
  const page = pages.find((it) => new RegExp(`^${it.path}/?$`).test(path))
  const there = new Set(known)
  return [...(page?.files ?? []), ...(page?.words[language] ?? [])]
    .map((place) => files[place]!)
    .filter((file) => !there.has(file))
}

/** Fetches them into the browser's store, from which they are read when they are used; gives back which came. */
export async function fetchFiles(task: AheadTask, ask: typeof fetch = fetch): Promise<string[]> {
  const came: string[] = []
  try {
    const list = await ask(`/${AHEAD_FILES}`)
    const waiting = aheadOf((await list.json()) as AheadFiles, task).values()
    const lane = async () => {
      for (const file of waiting) {
        const answer = await ask(file, { priority: 'low' })
        // What is not read to its end is not kept.
        await answer.arrayBuffer()
        if (!answer.ok) return
        came.push(file)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  } catch {}
  return came
}
