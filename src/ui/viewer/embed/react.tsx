import { useInsertionEffect } from 'react'
import { AvatarViewer as Viewer } from '../AvatarViewer.tsx'
import type { AvatarViewerProps } from '../props.ts'
import { adoptStyle } from './style.ts'

export * from '../index.ts'

/** The viewer for a React page: brings its own style along, so that there is one thing to import. */
export function AvatarViewer(props: AvatarViewerProps) {
  useInsertionEffect(() => adoptStyle(document), [])
  return <Viewer {...props} />
}
