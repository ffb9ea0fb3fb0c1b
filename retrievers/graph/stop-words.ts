/**
 * English words that carry no concept: function words, and the verbs and adjectives so common that a phrase ends at
 * them. Lower case, without apostrophes' tails.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
	`a about above according across after afterwards again against ago all almost alone along already also although always
	am among amount an and another any anyone anything are around as at away back be became because become becomes been
	before began begin being below best better between both but by called came can cannot come could current currently did
	different do does doing done down due during each early either else enough especially etc even ever every everyone
	everything example except far few fewer find first following for former found from full further gave general get gets
	give given go goes going gone good got great had half has have having he held hence her here hers herself him himself
	his how however i if in include included includes including indeed instead into is it its itself just keep kept know
	known large larger largest last late later latter least less let like likely little long longer look made main mainly
	make makes making many may maybe me mean means might mine more moreover most mostly much must my myself near nearly need
	needs neither never nevertheless new next no nobody non none nor not nothing now number of off often old on once one
	only onto or other others otherwise our ours ourselves out over own part per perhaps possible present put quite rather
	really recent recently said same saw say says second see seem seems seen set several shall she should show showed shown
	shows since small smaller so some someone something sometimes somewhat soon still such take taken takes than that the
	their theirs them themselves then there thereby therefore these they thing things third this those though three through
	throughout thus to today together too took toward towards turn two under until up upon us use used uses using usually
	various very via want was way ways we well went were what whatever when whenever where whereas whether which while who
	whole whom whose why will with within without would yes yesterday yet you your yours yourself`.split(/\s+/),
);
