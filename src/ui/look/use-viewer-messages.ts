import { useMemo } from 'react'
import { useAtelier } from '../context.ts'
import { localeOf } from '../formats.ts'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import { VIEWER_MESSAGE_NAMES, type ViewerWords } from '../viewer/viewer-words.ts'

/** Returns the viewer's messages in the user's language. The viewer fills in their `{placeholders}`. */
export function useViewerMessages(): ViewerWords {
  const translate = useTranslate(lookMessages)
  const { language } = useAtelier()
  return useMemo(() => {
    const messages = Object.fromEntries(VIEWER_MESSAGE_NAMES.map((name) => [name, translate(`viewer.${name}`)]))
    return { ...messages, locale: localeOf(language) } as unknown as ViewerWords
  }, [translate, language])
}
