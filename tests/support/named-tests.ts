/** A test as a page of docs names it: its file, and its title in full. */
export interface NamedTest {
  file: string
  title: string
}

/** Each file that a page names, with the titles that follow it until the next. */
export const namedTests = (page: string): NamedTest[] =>
  page
    .split('`tests/')
    .slice(1)
    .flatMap((part) => {
      const [path = '', rest = ''] = part.split(/`(.*)/s)
      // What follows belongs to this file as far as its row or line goes.
      const titles = [...(rest.split('\n')[0] ?? '').matchAll(/“([^”]+)”/g)].map(([, title]) => title!)
      return titles.map((title) => ({ file: `tests/${path}`, title }))
    })

/** Whether a file's code has a title as a whole, in whatever quotes. */
export const hasTitle = (code: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => code.includes(quote + title + quote))
