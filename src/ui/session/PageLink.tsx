import type { ReactNode } from 'react'
import { useAtelier } from '../context.ts'
import { linkClass } from '../kit/link-class.ts'
import { hasModifier } from '../shortcut.ts'

export interface PageLinkProps {
  /** Path and query of a page. */
  href: string
  children: ReactNode
}

/** Underlined link to a page of the app. Without a router, the browser navigates. */
export function PageLink({ href, children }: PageLinkProps) {
  const { navigate } = useAtelier()
  return (
    <a
      href={href}
      className={linkClass}
      onClick={(event) => {
        if (!navigate || event.button !== 0 || hasModifier(event)) return
        event.preventDefault()
        navigate(href)
      }}
    >
      {children}
    </a>
  )
}
