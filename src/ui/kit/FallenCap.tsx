import cap from './fallen-cap.svg?raw'

const ADDRESS = `data:image/svg+xml,${encodeURIComponent(cap)}`

/** The cap that lies beside the plinth where something failed: in the code itself, so that it cannot fail too. */
export const FallenCap = ({ className }: { className?: string | undefined }) => (
  <img className={className} src={ADDRESS} alt="" />
)
