import { useInsertionEffect } from 'react'
import { AvatarViewer as Viewer } from '../AvatarViewer.tsx'
import type { AvatarViewerProps } from '../props.ts'
import { adoptStyle } from './style.ts'

export * from '../index.ts'

/** Viewer for React pages. Includes its style sheet, so that one import is enough. */
export function AvatarViewer(props: AvatarViewerProps) {
  useInsertionEffect(() => adoptStyle(document), [])
  return <Viewer {...props} />
}
