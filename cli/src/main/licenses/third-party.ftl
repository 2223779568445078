<#-- The build fills this in with the libraries of whorl.jar, by licence. -->
whorl.jar contains Whorl (Apache-2.0), the parts that the file NOTICE names, and the libraries
below. The texts of the licences are in META-INF: LICENSE, LICENSE.txt and the directory
licenses.

<#list licenseMap as entry>
<#if entry.getValue()?has_content>
${entry.getKey()}
<#list entry.getValue()?filter(library -> library.groupId != "io.whorl") as library>
  ${library.name} ${library.version} (${library.groupId}:${library.artifactId})
<#if library.organization?? && library.organization.name??>
    by ${library.organization.name}<#rt>
<#elseif library.developers?has_content>
    by <#list library.developers as developer><#if developer.name??>${developer.name}<#else>${developer.id!"its authors"}</#if><#sep>, </#list><#rt>
<#else>
    by its authors<#rt>
</#if>
<#if library.url??>, ${library.url}</#if>

</#list>
</#if>
</#list>
