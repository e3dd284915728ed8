import type { ReactNode } from 'react'
import { useAtelier } from '../context.ts'
import { linkClass } from '../kit/link-class.ts'

/** Props of {@link PageLink}. */
export interface PageLinkProps {
  /** Path and query of a page of the app. */
  href: string
  children: ReactNode
}

/** An underlined link to another page, on those that are shown without a router too: there the browser follows it. */
export function PageLink({ href, children }: PageLinkProps) {
  const { go } = useAtelier()
  return (
    <a
      href={href}
      className={linkClass}
      onClick={(event) => {
        const { button, metaKey, ctrlKey, shiftKey, altKey } = event
        if (!go || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
        event.preventDefault()
        go(href)
      }}
    >
      {children}
    </a>
  )
}
