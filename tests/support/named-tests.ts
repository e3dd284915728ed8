/** Test that a document names: its file and its full title. */
export interface NamedTest {
  file: string
  title: string
}

/** Returns the tests that a page names: each file with the titles that follow it. */
export const findNamedTests = (page: string): NamedTest[] =>
  page
    .split('`tests/')
    .slice(1)
    .flatMap((part) => {
      const [path = '', titleText = ''] = part.split(/`(.*)/s)
      // Titles belong to a file up to the end of its line or table row.
      const titles = [...(titleText.split('\n')[0] ?? '').matchAll(/“([^”]+)”/g)].map(([, title]) => title!)
      return titles.map((title) => ({ file: `tests/${path}`, title }))
    })

/** Whether a file's code contains the exact title in quotes. */
export const hasTitle = (code: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => code.includes(quote + title + quote))
