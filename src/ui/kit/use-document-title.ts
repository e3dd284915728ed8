import { useEffect } from 'react'

/** Initial document title: the name of the app. */
const APP = document.title

/** Sets the document title to the current page and the app: "Assets · Atelier". */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = [title, APP].filter(Boolean).join(' · ')
    return () => {
      document.title = APP
    }
  }, [title])
}
