import type { ReactNode } from 'react'
import { useAtelier } from '../context.ts'
import { linkClass } from '../kit/link-class.ts'
import { hasModifier } from '../shortcut.ts'

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
        if (!go || event.button !== 0 || hasModifier(event)) return
        event.preventDefault()
        go(href)
      }}
    >
      {children}
    </a>
  )
}
