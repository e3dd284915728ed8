import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { linkClass } from '../kit/link-class.ts'

/** Something to do that reads as part of a sentence. */
export function TextButton({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <Button className={linkClass} onPress={onPress}>
      {children}
    </Button>
  )
}
