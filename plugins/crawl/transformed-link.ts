/** What a function of the user's makes of a link: the link, changed or not, or nothing. Crawlee 4 also has words for both. */
export type Transformed<Request> = Request | 'unchanged' | 'skip' | false | null | undefined;

/** A link as the user's own `transformRequestFunction` changes it; false if it is left out. */
export function transformedLink<Request extends object>(
  request: Request,
  own: (request: Request) => Transformed<Request>,
): Request | false {
  const changed = own(request);
  if (changed === 'unchanged') return request;
  return changed && changed !== 'skip' ? changed : false;
}
