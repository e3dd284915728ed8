import type { ReactNode } from 'react'
import { BareButton } from '../kit/BareButton.tsx'
import { linkClass } from '../kit/link-class.ts'

/** Something to do that reads as part of a sentence. */
export function TextButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <BareButton className={linkClass} onClick={onClick}>
      {children}
    </BareButton>
  )
}
