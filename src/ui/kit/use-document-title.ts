import { useEffect } from 'react'

/** The title the page was served with: the name of the app. */
const APP = document.title

/** Names the tab, the history entry and the window after what is shown: "Assets · Atelier". */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = [title, APP].filter(Boolean).join(' · ')
    return () => {
      document.title = APP
    }
  }, [title])
}
