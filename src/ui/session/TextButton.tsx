import type { ReactNode } from 'react'
import { linkClass } from '../kit/link-class.ts'

/** Something to do that reads as part of a sentence. */
export function TextButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" tabIndex={0} className={linkClass} onClick={onClick}>
      {children}
    </button>
  )
}
