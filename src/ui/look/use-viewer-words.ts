import { useMemo } from 'react'
import { useAtelier } from '../context.ts'
import { localeOf } from '../formats.ts'
import { VIEWER_WORDS, type ViewerWords } from '../viewer/words.ts'

/** The viewer's own words in the person's language, its `{holes}` left for it to fill. */
export function useViewerWords(): ViewerWords {
  const { translate, language } = useAtelier()
  return useMemo(() => {
    const words = Object.fromEntries(Object.keys(VIEWER_WORDS).map((key) => [key, translate(`viewer.${key}`)]))
    return { ...words, locale: localeOf(language) } as unknown as ViewerWords
  }, [translate, language])
}
